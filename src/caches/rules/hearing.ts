/** Whether a hearing attests a position: who heard it, how, and that the logger did not hear themselves. Pure. */
import { baseCall, type EnglishSentence } from "../../base/mod.ts";
import type { Fix, Hearing, Logger } from "./evidence.ts";
import { words } from "./tier_words.ts";

/** What is wrong with one hearing of a position; `undefined` for nothing. */
export function flawOfHearing(
  logger: Logger,
  fix: Fix,
  hearing: Hearing | undefined,
): EnglishSentence | undefined {
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

/**
 * What keeps a hearing from attesting a position, which takes: heard on radio, directly, by a site that is trusted
 * under the credential that delivered it.
 */
function flawOfReception(fix: ReceivedFix, hearing: Hearing | undefined): EnglishSentence | undefined {
  if (fix.via === "aprsis") return words("over_aprsis");
  if (hearing?.deliveredBy.kind === "device" || (!hearing && (fix.signedByDevice || fix.via === "app"))) {
    return words("own_device");
  }
  if (!hearing || hearing.site === "") {
    return words(fix.via === "meshcom" ? "mesh_unheard" : "no_site");
  }
  const { site } = hearing;
  if (!hearing.radioPort) {
    return fix.via === "meshcom"
      ? words("mesh_server", { site })
      : words("not_by_radio", { site, port: fix.port });
  }
  if (!hearing.direct || !fix.direct) {
    return words(fix.via === "meshcom" ? "mesh_relay" : "digipeater", { site });
  }
  if (!hearing.trusted) return words("not_trusted", { site, flaw: hearing.flaw ?? words("nobody_trusted") });
  return undefined;
}

/** Nobody can be their own witness, neither by a station of their own nor by their own box. */
function flawOfIndependence(logger: Logger, hearing: Hearing): EnglishSentence | undefined {
  const { site } = hearing, call = baseCall(site);
  if (logger.bases.includes(call) || baseCall(logger.call) === call) return words("own_call", { site });
  if (logger.stations.some((one) => baseCall(one) === call)) return words("own_station", { site });
  const by = hearing.deliveredBy;
  if (by.kind === "box") {
    const { box, enrolledFor } = by;
    if (by.ownerAccountId === logger.accountId) return words("own_box", { box });
    if (enrolledFor && logger.bases.includes(baseCall(enrolledFor))) {
      return words("own_call_box", { box, call: enrolledFor });
    }
  }
  return undefined;
}
