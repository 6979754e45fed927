/** Refusals of the accounts area. */
import { failures } from "../base/mod.ts";

export const accountFailure = failures({
  invalid_call: ["invalid", "That is not a callsign"],
  not_admin_call: ["forbidden", "That callsign is not an operator's"],
  link_unknown: ["invalid", "This link is unknown or too old; ask for a new one"],
  link_spent: ["invalid", "This link has been used already; ask for a new one"],
  sessions_closed: ["unavailable", "Nobody can sign in: SESSION_SECRET is not usable"],
  suspended: ["forbidden", "This account is suspended"],
  foreign_origin: ["forbidden", "Requests from another web page are refused"],
});
