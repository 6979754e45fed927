/**
 * Lists that offices publish as a PDF, which a program of the host has made text of (pdftotext). What stands there is assigned: the
 * lists of Germany and Austria name no status and no end. Lines between the entries are addresses and page heads, and no refusals.
 */
import { TextOfBytes } from "../../../foreign/mod.ts";
import { AUSTRIAN_ENTRY, GERMAN_ENTRY, type PublishedRegister } from "./forms.ts";

/** Characters of a line that are looked at. */
const LINE = 2000;

interface EntryRow {
  line: number;
  fields: unknown[];
}

/** Every call of the list, with the line in which it stands. */
export async function* entriesOf(
  bytes: AsyncIterable<Uint8Array>,
  { id }: Pick<PublishedRegister, "id">,
): AsyncGenerator<EntryRow> {
  const decoder = new TextOfBytes();
  let rest = "", line = 0;
  const callsIn = (text: string): string[] => {
    const cut = text.slice(0, LINE);
    if (id !== "at") return [...cut.matchAll(GERMAN_ENTRY)].map((entry) => entry[1]!);
    const call = AUSTRIAN_ENTRY.exec(cut)?.[1];
    return call === undefined ? [] : [call];
  };
  for await (const chunk of bytes) {
    const lines = (rest + decoder.push(chunk)).split("\n");
    rest = lines.pop()!.slice(0, LINE);
    for (const text of lines) {
      line++;
      for (const call of callsIn(text)) yield { line, fields: [call, "licensed", undefined] };
    }
  }
  for (const call of callsIn(rest + decoder.end())) {
    yield { line: line + 1, fields: [call, "licensed", undefined] };
  }
}
