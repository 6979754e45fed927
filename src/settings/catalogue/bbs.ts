/** Settings of the packet mailbox. */
import { configuration } from "../declare.ts";
import { checked, flag, integer, text } from "../types.ts";

export const BBS_REGION = configuration({
  key: "BBS_REGION",
  group: "bbs",
  label: "Region of the mailbox",
  hint:
    "Tells partners where this mailbox lies: the part of its hierarchical address after the first operator's call, e.g. #OE1.AUT.EU.",
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
  hint:
    "This mailbox adds a line at the top of each message that it forwards; this town stands in it. Empty: no town.",
  type: text(30),
  fallback: "",
});
export const BBS_TRANSIT = configuration({
  key: "BBS_TRANSIT",
  group: "bbs",
  label: "Hand on others' mail",
  hint:
    "Forward mail from one partner to the next. Off: only mail that was written here or in the federation is forwarded.",
  type: flag(),
  fallback: true,
});
export const BBS_WP_DAYS = configuration({
  key: "BBS_WP_DAYS",
  group: "bbs",
  label: "White Pages kept",
  hint: "An entry that nothing confirms is deleted after this time; entries of the operator stay.",
  type: integer(7, 3650, "d"),
  fallback: 365,
});
