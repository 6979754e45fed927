/** The way on from a node that was connected: what is said to it, and what it answers in its own words. */
import type { AirLine } from "../air/air_line.ts";

/** Longest that a node may take to connect, in milliseconds, and characters that it may send meanwhile. */
const CONNECT_MS = 180_000, MOST_WORDS = 4000;
const THERE = /\bconnected\b|\blinked\b/i,
  NOT_THERE = /\b(fail|busy|invalid|unknown|not found|no route|disconnected)/i;

/**
 * Sends the lines of a dial plan, each one after the connection before it was made. After the last one nothing is
 * read: what comes then is the greeting of the circuit. Throws an error with the node's words where it does not
 * connect.
 */
export async function throughNode(
  line: Pick<AirLine, "write" | "readWithin">,
  say: readonly string[],
): Promise<void> {
  for (const [i, words] of say.entries()) {
    await line.write(new TextEncoder().encode(`${words}\r`));
    if (i + 1 < say.length) await connected(line);
  }
}

async function connected(line: Pick<AirLine, "readWithin">): Promise<void> {
  for (let said = ""; said.length < MOST_WORDS;) {
    const chunk = await line.readWithin(CONNECT_MS);
    if (chunk === undefined) throw new Error("the node hung up");
    if (chunk === "silent") throw new Error("the node does not answer");
    said += new TextDecoder("latin1").decode(chunk);
    // The node's last line may not be whole yet.
    const lines = said.split(/[\r\n]+/).slice(0, -1);
    const no = lines.find((one) => NOT_THERE.test(one));
    if (no !== undefined) throw new Error(`the node says: ${no.trim().slice(0, 200)}`);
    if (lines.some((one) => THERE.test(one))) return;
  }
  throw new Error("the node talks without connecting");
}
