import { instanceSetting } from "../../../src/settings/declare.ts";
import { integer } from "../../../src/settings/types.ts";

export const SQUARE_LIMIT = instanceSetting({
  key: "SQUARE_LIMIT",
  group: "game",
  label: "Caches of a square",
  hint: "Caches that one locator square may hold; 0 lifts the limit.",
  type: integer(0, 10_000),
  fallback: 0,
});
