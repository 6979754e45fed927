/** Settings as the gateway answers about them. */
import type { SettingView } from "../../../settings/mod.ts";
import { otherNames } from "./other_names.ts";

/** A setting that can be changed on the page, with the bounds of its type. */
export type Setting = SettingView;

/** Whether a search finds a setting: each word stands somewhere in its names, hint or the title of its group. */
export const matches = (
  { key, label, hint }: Pick<Setting, "key" | "label" | "hint">,
  group: string,
  search: string,
): boolean => {
  const text = `${key} ${label} ${hint} ${group} ${otherNames(key)}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
};

/** The chosen entries of a setting that is a list with commas; the value `none` means none. */
export const chosen = (value: string | null): string[] =>
  (value ?? "").split(",").map((one) => one.trim()).filter((one) => one !== "" && one !== "none");
