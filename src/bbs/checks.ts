/** What the setup checklist says of the post office (API "Administration"). */
import { FED_BBS, trustLine } from "../settings/mod.ts";
import type { Office } from "./office.ts";
import { lastSession, partnerFault } from "./partners/fault.ts";

/** Partners and what waits for them, and federation by mail. */
export const bbsChecks = (office: Office) => {
  const { partners, forwards, settings } = office;
  return [
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
      const faults = all.flatMap((partner) => {
        const fault = partnerFault(office, partner);
        return fault ? [{ call: partner.call, ...fault }] : [];
      });
      const [first] = faults;
      if (first) {
        const { call, what, n, last } = first;
        const told = last ? `${last.outcome}${last.words && `: ${last.words}`}` : "none yet";
        return trustLine(
          "partners",
          "Forwarding partners",
          "warn",
          what === "failing"
            ? `the last ${n} sessions with ${call} failed, the last one: ${told}`
            : `mail waits for ${call} for ${n} h; the last session: ${told}`,
          `partners.${what}` as const,
          { call, n, more: faults.length - 1, ended: last?.outcome ?? "never", error: last?.words ?? "" },
        );
      }
      const ended = all.filter(({ enabled }) => enabled === 1).map(({ call }) => ({
        call,
        ...lastSession(office, call),
      }));
      const never = ended.find(({ last, everClean }) => last !== undefined && !everClean);
      if (never) {
        const { call, last } = never;
        return trustLine(
          "partners",
          "Forwarding partners",
          "warn",
          `no session with ${call} has ended well yet; the last one: ${last!.outcome}${
            last!.words && `: ${last!.words}`
          }`,
          "partners.never",
          { call, ended: last!.outcome, error: last!.words },
        );
      }
      const counts = forwards.counts();
      const waiting = counts.reduce((sum, row) => sum + row.waiting, 0);
      const held = counts.reduce((sum, row) => sum + row.held, 0);
      if (ended.every(({ last }) => last === undefined)) {
        return trustLine(
          "partners",
          "Forwarding partners",
          "untried",
          `${all.length} entered, ${waiting} messages wait, and there was no session with any of them yet`,
          "partners.untried",
          { partners: all.length },
        );
      }
      return trustLine<never>(
        "partners",
        "Forwarding partners",
        "ok",
        `${all.length} entered, ${waiting} messages wait${held > 0 ? `, ${held} may not leave yet` : ""}`,
        null,
        { partners: all.length },
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
};
