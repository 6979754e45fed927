/** What is refused of whole backups. */
import { failures } from "../base/mod.ts";

export const archiveFailure = failures({
  archive_unsound: "invalid",
  passphrase_wrong: "forbidden",
  passphrase_short: "invalid",
});
