/** One line of the budget table. */
export interface Row {
  budget: string;
  measured: number;
  /** The limit or peer, measured in the same run (or fixed by the design). */
  against: number;
  unit: string;
  /** Least ratio of the budget. */
  least: number;
  /** Smaller is better: the ratio is turned round. */
  smaller?: boolean;
}

/** The middle one. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
