/** Round lengths, for scales of maps. Pure. */

interface Unit {
  metres: number;
  most: number;
}

/** Metres of the units that lengths are told in, the smallest first, and from how many of the smaller one on the next is used. */
export const UNITS = {
  metric: [{ metres: 1, most: 500 }, { metres: 1000, most: Infinity }],
  imperial: [{ metres: 0.3048, most: 500 }, { metres: 1609.344, most: Infinity }],
  nautical: [{ metres: 1, most: 100 }, { metres: 1852, most: Infinity }],
} as const;

/** The longest round length (1, 2 or 5 and zeros) of up to so many metres; in metres. */
export function roundest(of: readonly Unit[], most: number): number {
  const lengths = of.flatMap((unit) =>
    POWERS.flatMap((power) => [1, 2, 5].map((digit) => digit * power))
      .filter((count) => count <= unit.most).map((count) => count * unit.metres)
  );
  return Math.max(...lengths.filter((metres) => metres <= most), 0);
}
const POWERS = [0.1, 1, 10, 100, 1000, 10_000];
