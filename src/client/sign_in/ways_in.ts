/** Which ways lead into the gateway for a callsign. Pure: what the gateway says of the call, and what this browser can. */

/** The gateway's answer on a callsign. */
export interface CallKnown {
  callsign: string;
  exists: boolean;
  hasPasskey: boolean;
  claimable: boolean;
  operatorCall: boolean;
  reason?: string | undefined;
}

/** What a browser lacks for passkeys: https, or a name in place of an address in numbers, or all knowledge of them. */
export type PasskeysHere = "yes" | "plain_http" | "numbers" | "old";

export function passkeysHere(
  { secure, hostname, known }: { secure: boolean; hostname: string; known: boolean },
): PasskeysHere {
  if (!secure) return "plain_http";
  if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname)) return "numbers";
  return known ? "yes" : "old";
}

/** Who holds the call: it decides what the page asks. */
export type Standing = "new" | "passkey" | "no_passkey" | "operator" | "reserved" | "closed" | "invalid";

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

export type Way = "passkey" | "new_passkey" | "mail" | "link" | "claim";

/** The ways in, best first; none where nobody can have the call. */
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

/** An address of this site to go to after signing in; anything else leads to the first page. */
export function returnAddress(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith("/")) return "/";
  const url = URL.parse(wanted, origin);
  if (url === null || url.origin !== origin || url.pathname === "/sign-in") return "/";
  return url.pathname + url.search;
}
