/** Decibels, watts and volts. Pure. */

/** A power as text (`5 W`, `250 mW`, `37 dBm`, `7 dBW`) in watts; `undefined` where it is none. */
export function readPower(text: string): number | undefined {
  const [, number, unit] =
    /^\s{0,5}(-?\d{1,9}(?:[.,]\d{1,9})?)\s{0,5}(µW|uW|mW|W|kW|dBm|dBW)\s{0,5}$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const value = Number(number.replace(",", ".")), of = unit!.toLowerCase();
  if (of === "dbm") return 10 ** ((value - 30) / 10);
  if (of === "dbw") return 10 ** (value / 10);
  const watts = value * ({ µw: 1e-6, uw: 1e-6, mw: 1e-3, w: 1, kw: 1e3 } as Record<string, number>)[of]!;
  return watts > 0 ? watts : undefined;
}
export const dbm = (watts: number): number => 10 * Math.log10(watts) + 30;
/** Volts (effective) at 50 ohms. */
export const volts = (watts: number): number => Math.sqrt(watts * 50);
/** Loss of free space in dB, of metres and MHz (ITU-R P.525). */
export const freeSpace = (km: number, mhz: number): number =>
  20 * Math.log10(km) + 20 * Math.log10(mhz) + 32.45;
