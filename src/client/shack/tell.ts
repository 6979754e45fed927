/** What the shack says: words of its own, loaded with its pages. */
import { dictionary } from "../words/dictionary.ts";
import en from "../words/shack_en.json" with { type: "json" };

export type ShackKey = keyof typeof en;
export const { tell } = dictionary<ShackKey>(
  en,
  () => import("../words/shack_de.json", { with: { type: "json" } }),
);
