/**
 * Amateur bands by ITU region, in kHz: the ITU Radio Regulations (edition of 2024), Article 5, table of frequency allocations,
 * amateur and amateur-satellite services. Countries allow less or more: one's own licence counts.
 */
export const SOURCE = "ITU Radio Regulations 2024, Article 5";

interface Band {
  name: string;
  /** From and to in kHz, for the regions 1, 2 and 3. */
  khz: readonly (readonly [number, number] | undefined)[];
}
const same = (name: string, from: number, to: number): Band => ({
  name,
  khz: [[from, to], [from, to], [from, to]],
});

export const BANDS: readonly Band[] = [
  same("2200 m", 135.7, 137.8),
  same("630 m", 472, 479),
  { name: "160 m", khz: [[1810, 1850], [1800, 2000], [1800, 2000]] },
  { name: "80 m", khz: [[3500, 3800], [3500, 4000], [3500, 3900]] },
  same("60 m", 5351.5, 5366.5),
  { name: "40 m", khz: [[7000, 7200], [7000, 7300], [7000, 7200]] },
  same("30 m", 10100, 10150),
  same("20 m", 14000, 14350),
  same("17 m", 18068, 18168),
  same("15 m", 21000, 21450),
  same("12 m", 24890, 24990),
  same("10 m", 28000, 29700),
  { name: "6 m", khz: [[50000, 52000], [50000, 54000], [50000, 54000]] },
  { name: "2 m", khz: [[144000, 146000], [144000, 148000], [144000, 148000]] },
  { name: "1.25 m", khz: [undefined, [220000, 225000], undefined] },
  { name: "70 cm", khz: [[430000, 440000], [430000, 440000], [430000, 440000]] },
  { name: "33 cm", khz: [undefined, [902000, 928000], undefined] },
  same("23 cm", 1240000, 1300000),
  { name: "13 cm", khz: [[2300000, 2450000], [2300000, 2450000], [2300000, 2450000]] },
  { name: "9 cm", khz: [undefined, [3300000, 3500000], [3300000, 3500000]] },
  { name: "6 cm", khz: [[5650000, 5850000], [5650000, 5925000], [5650000, 5850000]] },
  same("3 cm", 10000000, 10500000),
  same("1.2 cm", 24000000, 24250000),
];

/** The band in which a frequency lies in a region, kHz. */
export const bandAt = (khz: number, region: 1 | 2 | 3): Band | undefined =>
  BANDS.find(({ khz: its }) => {
    const range = its[region - 1];
    return range !== undefined && khz >= range[0] && khz <= range[1];
  });

/** A frequency as people write it. */
export const written = (khz: number): string =>
  khz >= 1e6 ? `${khz / 1e6} GHz` : khz >= 1000 ? `${khz / 1000} MHz` : `${khz} kHz`;
