/**
 * A log as the text of an APRS message to the service call, to be sent with a handheld where the phone has no signal (API
 * "Events": FOUND, DNF, NOTE). Pure.
 */
import { onAir } from "../talk/on_air.ts";
import type { Item } from "../phone/queue/item.ts";

/** How many characters an APRS message has at most (APRS101 chapter 14). */
export const MESSAGE_CHARACTERS = 67;
const WORDS: Readonly<Record<string, string>> = { found: "FOUND", DNF: "DNF", note: "NOTE" };

/** The text to key in, without letters that radios lack, cut to one message; `undefined` where there is no such command. */
export function radioText({ kind, cache, body }: Pick<Item, "kind" | "cache" | "body">): string | undefined {
  // Nobody listens here for a cache that another instance keeps.
  const word = kind === "log" && !body.home ? WORDS[String(body.kind)] : undefined;
  if (!word) return undefined;
  const said = plain(typeof body.text === "string" ? body.text : "");
  if (word === "NOTE" && said === "") return undefined;
  return `${word} ${cache} ${said}`.slice(0, MESSAGE_CHARACTERS).trim();
}

/** The text on one line, with only the characters that a message may have. */
const plain = (text: string): string => onAir(text.replace(/\s+/g, " ")).replace(/ {2,}/g, " ");
