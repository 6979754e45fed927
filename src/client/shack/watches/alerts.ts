/** The sentence of an alert, and the page that it leads to. Pure. */
import { tell } from "../tell.ts";

/** Something that happened and that a member watches for. */
interface Alert {
  id: number;
  kind: string;
  callsign: string;
  code: string | null;
  title: string | null;
  find: number | null;
  at: number;
  seenAt: number | null;
}

/** The kinds that have a sentence of their own. */
const KINDS = [
  "heard",
  "near_cache",
  "cache_found",
  "cache_dnf",
  "cache_maintenance",
  "message",
  "mail",
  "call_released",
  "corroborated",
  "box_silent",
  "box_back",
] as const;
type Kind = typeof KINDS[number];
const isKnown = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind);

/** The sentence. A title that somebody wrote is not in it: the page shows that beside it. */
export const sentenceOf = ({ kind, callsign, code }: Alert): string =>
  tell(isKnown(kind) ? `alert.${kind}` : "alert.other", { call: callsign, code: code ?? "" });

/** The path of the page that the alert is about. */
export function pageOf({ kind, callsign, code, find }: Alert): string {
  if (find !== null) return `/find/${find}`;
  if (kind === "heard") return `/s/${encodeURIComponent(callsign)}`;
  if (code !== null) return `/c/${encodeURIComponent(code)}`;
  if (kind === "message") return "/messages";
  if (kind === "mail") return "/bbs";
  if (kind === "call_released") return "/me/calls";
  return kind.startsWith("box_") ? "/me/boxes" : `/s/${encodeURIComponent(callsign)}`;
}
