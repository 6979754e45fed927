/**
 * Who heard a frame, and whether that counts as evidence. Pure. The path in a packet is never believed about who
 * received it: a hearing is a receiving site named by what delivered the frame, and it counts only where that site
 * is trusted for that very credential (API "Ingest box signatures"). Default is to deny.
 */
import { type EnglishSentence, sayings } from "../../base/mod.ts";
import type { Delivery } from "../reception.ts";

/** What trust needs to know of a box. Only boxes that are not revoked. */
export interface BoxTrust {
  /** Its trusted stations, each with when the trust began, unix seconds: it never acts backwards. */
  sites: ReadonlyMap<string, number>;
  ownerAccountId?: number;
  /** The call that it was enrolled for. */
  enrolledFor?: string;
  /**
   * What it heard before that, unix seconds, does not count: the box belonged to somebody else, or was enrolled
   * again since.
   */
  since: number;
}

/** What the operator trusts now. */
export interface TrustView {
  /**
   * Since when a station is trusted for frames sent with the shared secret, unix seconds: 0 for FIRST_PARTY_SITES, when it was
   * added for one added by call, `undefined` for any other.
   */
  firstPartySince(site: string): number | undefined;
  /** `undefined` for a box that is unknown or revoked. */
  boxTrust(box: string): BoxTrust | undefined;
}

interface Attestation {
  trusted: boolean;
  /** Why it does not count, as a sentence's end: "Not counted: …". */
  flaw?: EnglishSentence;
  /** Came through a radio of the box itself. */
  radioPort: boolean;
}

/**
 * Drivers of radios. Not among them, and never evidence: aprs-is, axudp, axip (IP tunnels), meshtastic, webserial-kiss
 * and browser-rf (a member's browser), and whatever is not known.
 */
const RADIO_PORTS = new Set([
  "rf",
  "kiss",
  "kiss-tnc",
  "agwpe",
  "soundcard",
  "hostmode",
  "tnc",
  "lora-aprs",
  "meshcom",
  "meshcom-kiss",
]);

/** Whether a driver's name stands for a radio of the receiver itself. */
export const isRadioPort = (port: string): boolean => RADIO_PORTS.has(port);

/** Whether a hearing could attest anything, whoever is trusted: a named site heard the sender itself, with its radio. */
export const couldAttest = ({ via, port, site, credential }: Delivery, direct: boolean): boolean =>
  direct && site !== "" && credential !== "device" && (via === "rf" || via === "meshcom") &&
  isRadioPort(port);

/** Why a hearing is not trusted, by code. */
export const DISTRUST = {
  over_internet: "it came over the Internet (APRS-IS)",
  from_device: "it came from a member's own device",
  port_is_no_radio: "the port {port} is not a radio of the receiver",
  site_unnamed: "no receiving site was named",
  site_without_secret: "{site} is not trusted for frames sent with the ingest secret",
  box_gone: "the box {box} is not enrolled any more",
  trusted_later: "{site} was not trusted yet when it heard this",
  box_changed_hands: "the box changed hands after it heard this",
  site_not_of_box: "{site} is not trusted under the box {box}",
} as const;
const distrust = sayings(DISTRUST);

const denied = (flaw: EnglishSentence, radioPort: boolean): Attestation => ({
  trusted: false,
  flaw,
  radioPort,
});

/** Judges what was heard at a time, unix seconds, under what is trusted now. */
export function attest(delivery: Delivery, trust: TrustView, at: number): Attestation {
  const radioPort = (delivery.via === "rf" || delivery.via === "meshcom") && isRadioPort(delivery.port);
  if (delivery.via === "aprsis") return denied(distrust("over_internet"), false);
  if (delivery.via === "app" || delivery.credential === "device") {
    return denied(distrust("from_device"), radioPort);
  }
  if (!radioPort) return denied(distrust("port_is_no_radio", { port: delivery.port }), false);
  const { site } = delivery;
  if (site === "") return denied(distrust("site_unnamed"), true);
  if (delivery.credential === "secret") {
    const since = trust.firstPartySince(site);
    if (since === undefined) return denied(distrust("site_without_secret", { site }), true);
    return at < since ? denied(distrust("trusted_later", { site }), true) : { trusted: true, radioPort };
  }
  const box = trust.boxTrust(delivery.box);
  if (!box) return denied(distrust("box_gone", { box: delivery.box }), true);
  if (at < box.since) return denied(distrust("box_changed_hands"), true);
  const since = box.sites.get(site);
  if (since === undefined) return denied(distrust("site_not_of_box", { site, box: delivery.box }), true);
  return at < since ? denied(distrust("trusted_later", { site }), true) : { trusted: true, radioPort };
}
