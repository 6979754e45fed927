/** XML that others wrote, element by element: nothing of a DTD is expanded, and no part of it is held longer than it is looked at. */
import type { Purse } from "./purse.ts";
import { TextOfBytes, UnknownEncoding } from "./text_of_bytes.ts";

/** XML that cannot be read on; the message says why, for whoever sent it. */
export class UnreadableXml extends Error {}

/** Who is told of what is read. Names come without their prefix. A text comes in as many pieces as it likes. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(piece: string): void;
  close(name: string): void;
}

/** Characters of a name, a value or a comment: more is no file of anybody's places. */
const PART_CHARACTERS = 65_536;
/** What the parser gathers until it is whole; texts it can give before. */
const GATHERED = [
  ...["comment", "sgmlDecl", "tagName", "doctype", "procInstName", "procInstBody", "entity"],
  ...["attribName", "attribValue"],
] as const;

/**
 * Reads a file piece by piece; gives a turn after each, so that what was found can be taken. `encoding` tells, in the end, what
 * was no text by what the file says of itself. Throws `UnreadableXml`, and `Overspent` where there is too much of something.
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  purse: Purse,
  { open, text, close }: XmlReader,
  encoding = new TextOfBytes({ xml: true }),
): AsyncGenerator<void> {
  const { default: sax } = await import("sax");
  const parser = sax.parser(true, { position: false });
  let depth = 0, attributes = 0, hasBegun = false;
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  // Reading ends at the first mistake: the parser would go on and report one at each further character.
  parser.onerror = (error: Error) => {
    throw new UnreadableXml(error.message.split("\n", 1)[0]!);
  };
  parser.onattribute = () => purse.reach("attributes", ++attributes);
  parser.onopentag = (tag: { name: string; attributes: Record<string, string> }) => {
    attributes = 0;
    purse.reach("depth", ++depth);
    open(local(tag.name), tag.attributes);
  };
  parser.ontext = parser.oncdata = text;
  parser.onclosetag = (name: string) => {
    depth--;
    close(local(name));
  };
  const parts = parser as unknown as Record<typeof GATHERED[number] | "textNode" | "cdata", string>;
  const feed = (more: string) => {
    // Some sites begin with empty lines, which XML does not allow before its declaration.
    const said = hasBegun ? more : more.trimStart();
    hasBegun ||= said !== "";
    if (said !== "") parser.write(said);
    if (parts.textNode.length > PART_CHARACTERS || parts.cdata.length > PART_CHARACTERS) parser.flush();
    for (const part of GATHERED) {
      if (parts[part].length > PART_CHARACTERS) throw new UnreadableXml(`a part of it is too long: ${part}`);
    }
  };
  try {
    for await (const piece of bytes) {
      feed(encoding.push(piece));
      yield;
    }
    feed(encoding.end());
  } catch (cause) {
    if (cause instanceof UnknownEncoding) {
      throw new UnreadableXml(`it is written in ${cause.message}, which is not known here`, { cause });
    }
    throw cause;
  }
  parser.close();
  yield;
}
