/** Settings as the gateway tells them. */
import type { EnvironmentView, SettingView } from "../../../settings/mod.ts";

/** One that may be changed here, with the bounds of its type. */
export type Setting = SettingView;
export interface SettingList {
  groups: { id: string; title: string }[];
  settings: Setting[];
  environment: { file: string; settings: EnvironmentView[] };
}

/** Whether a search finds it: each word somewhere in its name, label, hint or the title of its group. */
export const matches = (
  { key, label, hint }: Pick<Setting, "key" | "label" | "hint">,
  group: string,
  search: string,
): boolean => {
  const text = `${key} ${label} ${hint} ${group}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
};

/** What may be chosen of a list: `none` for nothing at all. */
export const chosen = (value: string | null): string[] =>
  (value ?? "").split(",").map((one) => one.trim()).filter((one) => one !== "" && one !== "none");
