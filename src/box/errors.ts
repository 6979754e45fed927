/** What the box refuses by name. The command line makes exit statuses of these. */
import { failures } from "../base/mod.ts";

export const boxFailure = failures({
  box_here: "conflict",
  box_missing: "missing",
  box_running: "conflict",
  box_not_running: "unavailable",
  box_file_bad: "invalid",
  box_option: "invalid",
  gateway_unreachable: "upstream",
  authority_differs: "forbidden",
  code_refused: ["forbidden", { taken: "boolean" }],
});
