/** What the gateway tells the script of an embedded map: written into its page, read by the script. */
export interface EmbedConfig {
  /** Letters, digits and dashes; or `minLon, minLat, maxLon, maxLat`. */
  shown: { cache: string } | { bbox: [number, number, number, number] };
  /** Start of a cache's page address; the code follows. */
  page: string;
  /** Sentences in the page's language. */
  words: Readonly<Record<"facts" | "notActive" | "one" | "many" | "more", string>>;
  /** Words for kinds and sizes of caches. */
  types: Readonly<Record<string, string>>;
  sizes: Readonly<Record<string, string>>;
}
