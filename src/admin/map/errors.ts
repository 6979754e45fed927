/** What is refused of the map of the region. */
import { failures } from "../../base/mod.ts";

export const mapFailure = failures({
  map_unsound: ["invalid", { why: "string" }],
  no_map: "missing",
});
