/**
 * White Pages messages of the network: personal mail from WP to WP, one record a line (F6FBB's White Pages chapter), and
 * questions `CALL ?`. Pure.
 */
import { isCall } from "../../base/mod.ts";
import { isAt } from "../../fbb/mod.ts";
import type { WhitePagesWord } from "./decide.ts";
import type { WhitePage } from "../tables/white_page_store.ts";

/** Lines of one message that are read. */
export const MOST_LINES = 500;
const RECORD =
  /^On (\d{6}) ([A-Z0-9]{3,7})\/([UGI]) @ ([A-Z0-9#.]{1,40}) zip (\S{1,12}) (\S{1,20})(?: ([^\r\n]{0,60}))?$/;
const QUESTION = /^([A-Z0-9]{1,7}\*?) \?$/;

type WhitePageLine = { kind: "record"; said: WhitePagesWord } | {
  kind: "question";
  call: string;
  prefix: boolean;
};

/** Noon of `yymmdd`, unix seconds; undefined for an invalid date. */
function dayOf(date: string): number | undefined {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2)));
  const ms = Date.UTC(year >= 70 ? 1900 + year : 2000 + year, month - 1, day, 12);
  return new Date(ms).getUTCMonth() === month - 1 && day > 0 ? ms / 1000 : undefined;
}

const known = (text: string | undefined): string | undefined => text && text !== "?" ? text : undefined;

function readLine(line: string): WhitePageLine | undefined {
  const asked = QUESTION.exec(line.toUpperCase());
  if (asked) return { kind: "question", call: asked[1]!.replace("*", ""), prefix: asked[1]!.endsWith("*") };
  const read = RECORD.exec(line);
  const at = read && dayOf(read[1]!);
  if (!read || at === undefined || at === null || !isCall(read[2]!) || !isAt(read[4]!)) return undefined;
  const [, , call, letter, home, zip, name, town] = read;
  const said: WhitePagesWord = { call: call!, home: home!, source: letter === "U" ? "told" : "guessed", at };
  const details = { zip: known(zip), name: known(name), town: known(town?.trim()) };
  for (const [key, value] of Object.entries(details)) {
    if (value !== undefined) Object.assign(said, { [key]: value });
  }
  return { kind: "record", said };
}

/** Records and questions of a message; other lines are skipped. */
export function readWhitePageLines(text: string): WhitePageLine[] {
  return text.split("\n", MOST_LINES).flatMap((line) =>
    line.length > 160 ? [] : readLine(line.replace(/\s+/g, " ").trim()) ?? []
  );
}

/** An entry as a line for the network. */
export function writeWhitePageLine({ call, home, source, toldAt, zip, name, town }: WhitePage): string {
  const date = new Date(toldAt * 1000).toISOString().slice(2, 10).replaceAll("-", "");
  const letter = source === "guessed" ? "G" : "U";
  const word = name.split(" ")[0] || "?";
  return `On ${date} ${call}/${letter} @ ${home} zip ${zip || "?"} ${word} ${town || "?"}`;
}
