/**
 * The commands that a station sends to the service call as an APRS message. Pure. API "Events": FOUND, DNF, NOTE, MAIL,
 * NEAR, HELP; VERIFY belongs to accounts and is only recognised here. Words in any case, a code with or without dash.
 */
import { isAx25Call, normalCall } from "../../base/mod.ts";
import { codeKey } from "../rules/code.ts";

export type RadioCommand =
  | { kind: "found" | "dnf"; code: string; text: string }
  | { kind: "note"; code: string; text: string }
  | { kind: "mail"; to: string; text: string }
  | { kind: "near"; on: boolean }
  | { kind: "help" }
  | { kind: "verify"; code: string }
  /** A message to the service call that is no command, or one that lacks something: `usage` says what. */
  | { kind: "invalid"; usage: string };

/** Replies are sent in one APRS message: at most 67 characters (APRS101 chapter 14). */
const REPLY_CHARACTERS = 67;
export const HELP = "FOUND code, DNF code, NOTE code text, MAIL call text, NEAR ON/OFF";

/**
 * Reads a message text without its number. `undefined` for an ack or a rej, which are never commands (APRS101 chapter
 * 14), and for an empty text.
 */
export function readCommand(message: string): RadioCommand | undefined {
  const text = message.replace(/\s+/g, " ").trim();
  if (!text || /^(ack|rej)[A-Z0-9]{1,5}(}[A-Z0-9]{0,2})?$/i.test(text)) return undefined;
  const [word, ...rest] = text.split(" ") as [string, ...string[]];
  const [first = "", ...others] = rest;
  const tail = others.join(" ");
  switch (word.toUpperCase()) {
    case "FOUND":
    case "DNF": {
      const kind = word.toUpperCase() === "FOUND" ? "found" : "dnf";
      return first ? { kind, code: codeKey(first), text: tail } : invalid(`${word.toUpperCase()} code text`);
    }
    case "NOTE":
      return tail ? { kind: "note", code: codeKey(first), text: tail } : invalid("NOTE code text");
    case "MAIL": {
      const to = normalCall(first);
      return tail && isAx25Call(to) && /[0-9]/.test(to.split("-")[0]!)
        ? { kind: "mail", to, text: tail }
        : invalid("MAIL call text");
    }
    case "NEAR":
      return /^(on|off)$/i.test(rest.join(" "))
        ? { kind: "near", on: first.toUpperCase() === "ON" }
        : invalid("NEAR ON or NEAR OFF");
    case "HELP":
    case "?":
      return { kind: "help" };
    case "VERIFY":
      // Any other shape is a wrong code, which counts against the challenge like one.
      return { kind: "verify", code: rest.join(" ") };
    default:
      return invalid("HELP for the commands");
  }
}

const invalid = (usage: string): RadioCommand => ({ kind: "invalid", usage });

/**
 * A text as it may be sent: printable ASCII without the bar, tilde and brace that APRS messages reserve, accents taken
 * off letters, at most 67 characters.
 */
export function replyText(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss")
    .replace(/[|~{}]/g, "/").replace(/[^\x20-\x7e]/g, "?");
  return plain.length <= REPLY_CHARACTERS ? plain : `${plain.slice(0, REPLY_CHARACTERS - 2).trimEnd()}..`;
}

const TIER_NAMES = { A: "Radio-verified", B: "Location-verified" } as const;

/** The answer to a command that was carried out, refused or put aside. */
export function replyTo(
  outcome:
    | { status: "found"; code: string; tier: "A" | "B" | null }
    | { status: "logged"; code: string }
    | { status: "pending" }
    | { status: "held"; to: string }
    | { status: "near"; on: boolean }
    | { status: "help" }
    | { status: "rejected"; reason: string },
): string {
  switch (outcome.status) {
    case "found":
      return replyText(`${outcome.code}: found. ${outcome.tier ? TIER_NAMES[outcome.tier] : "Logged"}`);
    case "logged":
      return replyText(`${outcome.code}: logged`);
    case "pending":
      return replyText("Heard over the internet only: confirm it in the app");
    case "held":
      return replyText(`Mail for ${outcome.to} held until heard`);
    case "near":
      return replyText(`Near-cache messages ${outcome.on ? "on" : "off"}`);
    case "help":
      return HELP;
    case "rejected":
      return replyText(`Not taken: ${outcome.reason}`);
  }
}

const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;

/** One of the eight compass points from one place to another; on this scale the earth is flat. */
export function compassPoint(from: { lat: number; lon: number }, to: { lat: number; lon: number }): string {
  const east = (to.lon - from.lon) * Math.cos(from.lat * Math.PI / 180);
  const degrees = Math.atan2(east, to.lat - from.lat) * 180 / Math.PI;
  return POINTS[(Math.round(degrees / 45) + 8) % 8]!;
}

/** The message to a station that is near a cache; the title is cut so that the rest fits. */
export function nearText(
  near: { code: string; title: string; distanceM: number; point: string; more: number },
): string {
  const head = `Near ${near.code} `;
  const tail = ` ${Math.round(near.distanceM)}m ${near.point}${near.more ? ` +${near.more} more` : ""}. ` +
    `Reply FOUND ${near.code}`;
  const title = replyText(near.title).slice(0, Math.max(0, REPLY_CHARACTERS - head.length - tail.length));
  return replyText(`${head}${title.trim()}${tail}`);
}
