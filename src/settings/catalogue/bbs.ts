/** Settings of the packet mailbox. */
import { configuration } from "../declare.ts";
import { checked, flag, integer, text } from "../types.ts";

export const BBS_REGION = configuration({
  key: "BBS_REGION",
  group: "bbs",
  label: "Region of the mailbox",
  hint:
    "What follows the first operator's call in the mailbox's hierarchical address, e.g. #OE1.AUT.EU: where this mailbox lies, for its partners.",
  type: checked(
    "the parts of a hierarchical address behind the call, e.g. #OE1.AUT.EU",
    (value) => {
      const region = value.toUpperCase();
      return region === "" || /^(?=.{1,30}$)#?[A-Z0-9]{1,7}(\.#?[A-Z0-9]{1,7}){0,6}$/.test(region)
        ? region
        : undefined;
    },
    { maxLength: 30 },
  ),
  fallback: "",
});
export const BBS_TOWN = configuration({
  key: "BBS_TOWN",
  group: "bbs",
  label: "Town of the mailbox",
  hint: "Stands in the line that this mailbox puts on top of what it hands on; empty names none.",
  type: text(30),
  fallback: "",
});
export const BBS_TRANSIT = configuration({
  key: "BBS_TRANSIT",
  group: "bbs",
  label: "Hand on others' mail",
  hint:
    "Hand on what one forwarding partner brought to the next; off: only what was written here and in the federation.",
  type: flag(),
  fallback: true,
});
export const BBS_WP_DAYS = configuration({
  key: "BBS_WP_DAYS",
  group: "bbs",
  label: "White Pages kept",
  hint: "How long an entry stays that nothing confirms; the operator's own stay.",
  type: integer(7, 3650, "d"),
  fallback: 365,
});
