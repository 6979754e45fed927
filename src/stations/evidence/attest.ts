/**
 * Who heard a frame, and whether that counts as evidence. Pure. The path in a packet is never believed about who
 * received it: a hearing is a receiving site named by what delivered the frame, and it counts only where that site
 * is trusted for that very credential (API "Ingest box signatures"). Default is to deny.
 */

/** How a packet reached this instance. */
export type Via = "rf" | "aprsis" | "meshcom" | "app";

/** The way by which one packet came in. A text is empty where the way has nothing of the kind. */
export interface Delivery {
  via: Via;
  /** Driver that heard it: `kiss`, `agwpe`, `aprs-is`, `axudp`, `meshcom` …; `rf` where a box did not say. */
  port: string;
  /** Receiving station, with SSID. */
  site: string;
  credential: "secret" | "box" | "device";
  /** Id of the box that signed. */
  box: string;
}

/** What trust needs to know of a box. Only boxes that are not revoked. */
export interface BoxTrust {
  sites: ReadonlySet<string>;
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
  /** FIRST_PARTY_SITES and stations added by call: for frames sent with the shared secret only. */
  isFirstParty(site: string): boolean;
  /** `undefined` for a box that is unknown or revoked. */
  boxTrust(box: string): BoxTrust | undefined;
}

export interface Attestation {
  trusted: boolean;
  /** Why it does not count, as a sentence's end: "Not counted: …". */
  reason?: string;
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

const denied = (reason: string, radioPort: boolean): Attestation => ({ trusted: false, reason, radioPort });

/** Judges what was heard at a time, unix seconds, under what is trusted now. */
export function attest(delivery: Delivery, trust: TrustView, at: number): Attestation {
  const radioPort = (delivery.via === "rf" || delivery.via === "meshcom") && isRadioPort(delivery.port);
  if (delivery.via === "aprsis") return denied("it came over the Internet (APRS-IS)", false);
  if (delivery.via === "app" || delivery.credential === "device") {
    return denied("it came from a member's own device", radioPort);
  }
  if (!radioPort) return denied(`the port ${delivery.port} is not a radio of the receiver`, false);
  if (delivery.site === "") return denied("no receiving site was named", true);
  if (delivery.credential === "secret") {
    if (trust.isFirstParty(delivery.site)) return { trusted: true, radioPort };
    return denied(`${delivery.site} is not trusted for frames sent with the ingest secret`, true);
  }
  const box = trust.boxTrust(delivery.box);
  if (!box) return denied(`the box ${delivery.box} is not enrolled any more`, true);
  if (at < box.since) return denied("the box changed hands after it heard this", true);
  if (box.sites.has(delivery.site)) return { trusted: true, radioPort };
  return denied(`${delivery.site} is not trusted under the box ${delivery.box}`, true);
}
