/**
 * A log as the text of an APRS message to the service call, for a handheld where the phone has no signal (API "Events":
 * FOUND, DNF, NOTE). Pure.
 */
import { onAir } from "../talk/on_air.ts";
import type { Item } from "./item.ts";

/** Characters of one APRS message (APRS101 chapter 14). */
export const MESSAGE_CHARACTERS = 67;
const WORDS: Readonly<Record<string, string>> = { found: "FOUND", DNF: "DNF", note: "NOTE" };

/** What is keyed in; `undefined` where a radio cannot say it. Cut where it is too long, letters that radios lack left out. */
export function radioText({ kind, cache, body }: Pick<Item, "kind" | "cache" | "body">): string | undefined {
  const word = kind === "log" ? WORDS[String(body.kind)] : undefined;
  if (!word) return undefined;
  const said = plain(typeof body.text === "string" ? body.text : "");
  if (word === "NOTE" && said === "") return undefined;
  return `${word} ${cache} ${said}`.slice(0, MESSAGE_CHARACTERS).trim();
}

/** On one line, in the signs that a message may hold. */
const plain = (text: string): string => onAir(text.replace(/\s+/g, " ")).replace(/ {2,}/g, " ");
