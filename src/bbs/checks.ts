/** What the setup checklist says of the post office (API "Administration"). */
import { FED_BBS, trustLine } from "../settings/mod.ts";
import type { Office } from "./office.ts";

/** Partners and what waits for them, and federation by mail. */
export const bbsChecks = ({ partners, forwards, settings }: Office) => [
  () => {
    const all = partners.all();
    if (all.length === 0) {
      return trustLine(
        "partners",
        "Forwarding partners",
        "missing",
        "none: main.ts bbs partners --save <callsign>",
        "partners.none",
      );
    }
    const waiting = forwards.counts().reduce((sum, row) => sum + row.waiting, 0);
    const held = forwards.counts().reduce((sum, row) => sum + row.held, 0);
    return trustLine(
      "partners",
      "Forwarding partners",
      "ok",
      `${all.length} entered, ${waiting} messages wait${held > 0 ? `, ${held} may not leave yet` : ""}`,
    );
  },
  () => {
    const label = "Federation by mail";
    if (!settings.get(FED_BBS)) return trustLine("fed-bbs", label, "ok", "off");
    const marked = partners.all().filter(({ federation }) => federation === 1).length;
    return marked === 0
      ? trustLine(
        "fed-bbs",
        label,
        "warn",
        "FED_BBS is on, and no partner is marked for federation",
        "fed_bbs.unmarked",
      )
      : trustLine("fed-bbs", label, "ok", `${marked} partners are marked for it`);
  },
];
