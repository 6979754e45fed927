/** Addresses of built files that are not scripts of a page and are fetched when they are needed. */

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
  readonly adminStyle: string;
};

/** A function, so that the server and tests can import this file without the names that only the build has. */
export const assets = (): typeof ASSETS => ASSETS;
