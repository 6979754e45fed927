/** Tries a connection that no running box holds: whether it opens, and what it says of itself where it says anything. */
import { type ConnectionAddress, shownAddress } from "../config/address.ts";
import type { Driver, Line } from "../drivers/driver.ts";
import { readConnection } from "../drivers/table.ts";
import type { Io } from "../io.ts";
import type { ConnectionWord } from "../words.ts";

export interface Finding {
  what: string;
  level: "good" | "odd" | "bad";
  sentence: string;
  fix?: string;
}

/** So long whatever is asked may take to answer. */
export const DIAL_MS = 5000;

const CAUSES: Record<string, string> = {
  refused:
    "is the TNC's program running, with that port switched on? (Direwolf: KISSPORT 8001, AGWPORT 8000)",
  waiting_for_device: "is it plugged in? ls /dev/serial/by-id shows names that stay the same",
  not_kiss: "is the TNC in KISS mode, and is the speed right?",
  unverified: "the passcode does not belong to the call: look at pass, or write pass=auto",
};

/** What it can be when a connection is in that state. */
export const causeOf = (driver: Driver | undefined, word: string): string | undefined =>
  driver?.causes ? driver.causes[word as ConnectionWord] : CAUSES[word];

/** How good a state is. What is connected and reads nothing is there in vain: a GPS without a fix, a rig that is off. */
export function levelOf(
  driver: Driver | undefined,
  word: string,
  address?: ConnectionAddress,
): Finding["level"] {
  if (address && driver?.isUsual?.(address, word as ConnectionWord)) return "good";
  if (word === "quiet" || (word === "connected" && driver?.via === "none")) return "odd";
  return word === "hearing" || word === "reading" || word === "connected" ? "good" : "bad";
}

/** Opens it, and waits for its own words where its kind has some. */
export async function tryConnection(text: string, call: string, io: Io): Promise<Finding> {
  const read = readConnection(text), what = shownAddress(text);
  if (typeof read === "string") {
    return { what, level: "bad", sentence: read, fix: "put it right in box.json" };
  }
  const { driver, address } = read;
  const found = (word: string, sentence: string): Finding => {
    const level = levelOf(driver, word, address), fix = level === "good" ? undefined : causeOf(driver, word);
    return { what, level, sentence, ...(fix === undefined ? {} : { fix }) };
  };
  const stop = new AbortController();
  let line: Line | undefined, late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
    line?.close();
  }, DIAL_MS);
  try {
    line = await driver.open(address, { io, call }, stop.signal);
    const said = driver.greets ? await firstWords(line, driver) : {};
    if (said) return found(said.word ?? "connected", said.detail ?? "answers");
    return found("refused", late ? "connects, and says nothing" : "hangs up at once");
  } catch (error) {
    const word = error instanceof Deno.errors.NotFound
      ? "waiting_for_device"
      : error instanceof Deno.errors.ConnectionRefused
      ? "refused"
      : (error as { word?: string }).word ?? "";
    return { ...found(word, late ? "does not answer" : (error as Error).message), level: "bad" };
  } finally {
    clearTimeout(timer);
    line?.close();
  }
}

/** The first thing that says how it does: its state where nothing is heard there, itself elsewhere. Undefined where it ends before. */
async function firstWords(
  { heard }: Line,
  { via }: Driver,
): Promise<{ word?: ConnectionWord; detail?: string } | undefined> {
  for await (const one of heard) {
    if (one.kind === "alive" && (via === "none" ? one.word : one.detail) !== undefined) return one;
  }
  return undefined;
}
