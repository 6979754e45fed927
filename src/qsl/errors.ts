/** What cards refuse. */
import { failures } from "../base/mod.ts";

export const qslFailure = failures({
  card_missing: "missing",
  card_unsigned: "unavailable",
  card_late: ["conflict", { limit: "number" }],
  card_not_heard: "forbidden",
});
