/** Which ways to sign in there are for a callsign, from what the gateway says of the call and what the browser can do. Pure. */

/** What the gateway answers about a callsign. */
export interface CallKnown {
  callsign: string;
  exists: boolean;
  hasPasskey: boolean;
  claimable: boolean;
  operatorCall: boolean;
  reason?: string | undefined;
}

/**
 * Whether passkeys work, or why not: the page has no https; its address is numbers and not a name; or the browser is too
 * old for them.
 */
type PasskeysHere = "yes" | "plain_http" | "numbers" | "old";

/** `secure`: the page has https or is this host's own. `known`: the browser knows passkeys. */
export function passkeysHere(
  { secure, hostname, known }: { secure: boolean; hostname: string; known: boolean },
): PasskeysHere {
  if (!secure) return "plain_http";
  if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname)) return "numbers";
  return known ? "yes" : "old";
}

/** Who holds the call, or why nobody can register it; it decides what the page asks for next. */
type Standing = "new" | "passkey" | "no_passkey" | "operator" | "reserved" | "closed" | "invalid";

/** The standing of a call, from the gateway's answer. */
export function standingOf({ exists, hasPasskey, reason }: CallKnown): Standing {
  if (exists) return hasPasskey ? "passkey" : "no_passkey";
  switch (reason) {
    case undefined:
      return "new";
    case "operator_call":
      return "operator";
    case "reserved":
      return "reserved";
    case "suspended":
      return "closed";
    default:
      return "invalid";
  }
}

/** A way in: sign in with a passkey, make one, a link by mail, a link from the operator, or claim the call. */
export type Way = "passkey" | "new_passkey" | "mail" | "link" | "claim";

/** The ways to sign in or up, best first; none where the call cannot be registered. */
export function waysIn(
  known: CallKnown,
  here: { passkeys: boolean; mail: boolean; links: boolean },
): Way[] {
  const standing = standingOf(known);
  if (standing === "operator") return ["link"];
  if (standing === "reserved" || standing === "closed" || standing === "invalid") return [];
  const ways: Way[] = [];
  if (here.passkeys && standing === "passkey") ways.push("passkey");
  if (here.passkeys && standing === "new") ways.push("new_passkey");
  if (here.mail) ways.push("mail");
  if (here.links || known.operatorCall) ways.push("link");
  if (known.claimable) ways.push("claim");
  return ways;
}

/** The address to go to after signing in: `wanted` where it lies on this site (`origin`), else the first page. */
export function returnAddress(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith("/")) return "/";
  const url = URL.parse(wanted, origin);
  if (url === null || url.origin !== origin || url.pathname === "/sign-in") return "/";
  return url.pathname + url.search;
}
