/** Addresses of built files that are fetched when they are wanted. */

/** Written in by the build; not there on the server and in tests. */
declare const ASSETS: {
  /** The built-in map, drawn for 1:110 million and for 1:50 million. */
  readonly coarse: string;
  readonly fine: string;
  /** Lakes and rivers; the large towns; and many more towns. */
  readonly waters: string;
  readonly towns: string;
  readonly places: string;
  /** The script that draws the big map's tiles beside the page. */
  readonly mapWorker: string;
  /** What administration looks like. */
  readonly houseStyle: string;
};

export const assets = (): typeof ASSETS => ASSETS;
