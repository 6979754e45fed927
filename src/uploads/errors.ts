/** What is refused of uploads. */
import { failures } from "../base/mod.ts";

export const uploadFailure = failures({
  no_such_upload: "missing",
  upload_running: ["conflict", { id: "string" }],
  upload_too_large: ["too_large", { limit: "number" }],
  upload_no_room: ["unavailable", { free: "number", needs: "number" }],
  upload_elsewhere: ["conflict", { received: "number" }],
  upload_sum: "invalid",
  upload_unfinished: ["conflict", { received: "number", bytes: "number" }],
});
