/** What a person writes: places line by line, with numbers behind semicolons. Pure. */

/** Lines with something on them, at most fifty. */
export const linesOf = (text: string): string[] =>
  text.split("\n").map((line) => line.trim()).filter((line) => line !== "").slice(0, 50);

/** A place and so many numbers behind it; `undefined` where a number is missing. */
export function splitPlace(line: string, numbers: number): { place: string; numbers: number[] } | undefined {
  const parts = line.split(";").map((one) => one.trim());
  if (parts.length !== numbers + 1) return undefined;
  const read = parts.slice(1).map((one) =>
    /^-?\d{1,8}([.,]\d{1,6})?$/.test(one) ? Number(one.replace(",", ".")) : NaN
  );
  return read.every(Number.isFinite) ? { place: parts[0]!, numbers: read } : undefined;
}
