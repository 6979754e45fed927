/** Degrees and decimal minutes, as GPS receivers show them: `N 48° 12.345'`. `digits`: of the degrees. Pure. */
export function minutes(value: number, plus: string, minus: string, digits: number): string {
  const thousandths = Math.round(Math.abs(value) * 60_000);
  const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, "0");
  const rest = (thousandths % 60_000 / 1000).toFixed(3).padStart(6, "0");
  return `${value < 0 ? minus : plus} ${whole}° ${rest}'`;
}
