/** What the box refuses by name. The command line makes exit statuses of these. */
import { failures } from "../base/mod.ts";

export const boxFailure = failures({
  box_exists: ["conflict", "This folder has a box already"],
  box_missing: ["missing", "There is no box in this folder"],
  box_running: ["conflict", "A box is running in this folder"],
  box_not_running: ["unavailable", "No box is running in this folder"],
  box_file_bad: ["invalid", "The box's file cannot be used"],
  box_option: ["invalid", "The option does not take that"],
  gateway_unreachable: ["upstream", "The gateway was not reached"],
  code_refused: ["forbidden", "The gateway refused the code", { taken: "boolean" }],
});
