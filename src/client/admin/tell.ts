/** What administration says: words of its own, loaded with its pages. Whoever looks for caches never fetches them. */
import { dictionary } from "../words/dictionary.ts";
import en from "../words/admin_en.json" with { type: "json" };

export type AdminKey = keyof typeof en;
export const { tell, isTold, wordsHere, learnWords } = dictionary<AdminKey>(
  en,
  () => import("../words/admin_de.json", { with: { type: "json" } }),
);
