/** A station that a member lists as their own: what they say of it, each fact once. API "Resources and fields". */
import { lines, marks, sign } from "./fact.ts";
import { thing } from "./thing.ts";

/** Where it stands is a rule's: the middle of the home locator where nobody says. */
export const STATION = thing({
  symbol: sign(/^([/\\0-9A-Z][!-~])?$/, 2, {
    always: true,
    says: "APRS symbol: a table and a code, two characters, e.g. `/>`",
  }),
  description: lines(200, { always: true }),
  roles: marks(8, 20, {
    always: true,
    says: "Of weather, digipeater, igate, node, repeater",
  }),
});
