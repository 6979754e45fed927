/** Refusals of a hub (FED "Errors"; "Push, relay, packet"). */
import { failures } from "../../base/mod.ts";

export const pushFailure = failures({
  not_cbor: ["unsupported", "The body takes content-type application/cbor"],
  bad_page: ["invalid", "The body is not a sync page", { why: "string" }],
  bad_since: ["invalid", "x-fed-since takes the whole number after which the page begins"],
  bad_rotations: ["invalid", "x-fed-rotations takes a JSON list of at most 32 rotation records, 16 KiB"],
  no_frame: ["invalid", "The page holds no frame of the instance that it names"],
  own_page: ["invalid", "The page names this instance itself"],
  spoke_not_listed: ["forbidden", "This hub takes submissions of listed instances only"],
  registry_key: ["forbidden", "The registry binds another key to this instance"],
  spoke_blocked: ["forbidden", "The instance is blocked"],
  key_unproven: ["forbidden", "The key is not the one known for this instance, and no rotation leads to it", {
    why: "string",
  }],
  spokes_full: ["forbidden", "This hub takes no further spokes", { limit: "number" }],
});
