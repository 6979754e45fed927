/** Whether a hearing attests a position: who heard it, how, and that the logger did not hear themselves. Pure. */
import { baseCall } from "../../base/mod.ts";
import type { Fix, Hearing, Logger } from "./evidence.ts";

/** What is wrong with one hearing of it. `undefined` for nothing. */
export function flawOfHearing(logger: Logger, fix: Fix, hearing: Hearing | undefined): string | undefined {
  const flaw = flawOfReception(fix, hearing);
  return flaw ?? (hearing && flawOfIndependence(logger, hearing));
}

/** Whether some trusted site heard it on radio, directly, whoever owns that site. */
export const isAttested = (fix: Fix): boolean =>
  fix.hearings.some((hearing) => flawOfReception(fix, hearing) === undefined);

/** Whether this hearing attests the position: heard on radio, directly, by a trusted site, whoever owns that site. */
export const attests = (fix: ReceivedFix, hearing: Hearing): boolean =>
  flawOfReception(fix, hearing) === undefined;

/** The part of a fix that says how it came. */
type ReceivedFix = Pick<Fix, "via" | "port" | "direct" | "signedByDevice">;

/** Attested: heard on radio, directly, by a site trusted under the credential that delivered it. */
function flawOfReception(fix: ReceivedFix, hearing: Hearing | undefined): string | undefined {
  if (fix.via === "aprsis") return "it came over APRS-IS, which anyone can write to";
  if (hearing?.deliveredBy.kind === "device" || (!hearing && (fix.signedByDevice || fix.via === "app"))) {
    return "the logger's own device sent it in, no receiving site heard it";
  }
  if (!hearing || hearing.site === "") {
    return fix.via === "meshcom"
      ? "it came through the mesh server or a relay, no site heard it"
      : "no receiving site is named";
  }
  if (!hearing.radioPort) {
    return fix.via === "meshcom"
      ? `${hearing.site} had it from the mesh server, not from its radio`
      : `${hearing.site} had it over ${fix.port}, which is not a radio`;
  }
  if (!hearing.direct || !fix.direct) {
    return fix.via === "meshcom"
      ? `${hearing.site} heard a mesh relay, not the sender`
      : `${hearing.site} heard a digipeater, not the sender`;
  }
  if (!hearing.trusted) return `${hearing.site} is not trusted: ${hearing.reason ?? "nobody trusted it"}`;
  return undefined;
}

/** Nobody can be their own witness, neither by a station of their own nor by their own box. */
function flawOfIndependence(logger: Logger, hearing: Hearing): string | undefined {
  const site = baseCall(hearing.site);
  if (logger.bases.includes(site) || baseCall(logger.call) === site) {
    return `${hearing.site} is the logger's own call`;
  }
  if (logger.stations.some((call) => baseCall(call) === site)) {
    return `${hearing.site} is a station of the logger`;
  }
  const by = hearing.deliveredBy;
  if (by.kind === "box") {
    if (by.ownerAccountId === logger.accountId) return `the box ${by.box} belongs to the logger`;
    if (by.enrolledFor && logger.bases.includes(baseCall(by.enrolledFor))) {
      return `the box ${by.box} is enrolled for ${by.enrolledFor}, a call of the logger`;
    }
  }
  return undefined;
}
