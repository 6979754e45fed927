/** The first lines: both sides show their SID. */
import type { Steps } from "../effects.ts";
import { readSid, type Sid, writeSid } from "../sid.ts";
import { latin1, toLatin1 } from "../text.ts";
import type { Inbox } from "./inbox.ts";
import { MAX_NOISE, type SessionOptions } from "./options.ts";
import { broken, cut, Stop, told } from "./stop.ts";

/** A node or telnet port that says farewell in words ends the session with them. */
const unmet = (last: string): Stop => last === "" ? cut() : told(last);

/** Called side: greets, then expects the caller's SID as its first line; anything else is a person. */
export function* greet(inbox: Inbox, options: SessionOptions): Steps<Sid> {
  const { software, mode, greeting = "Welcome", call } = options;
  const lines = [writeSid(software.name, software.version, mode), greeting, `${call}>`];
  yield { do: "send", bytes: toLatin1(`${lines.join("\r")}\r`) };
  const line = yield* inbox.command();
  const sid = readSid(line);
  if (!sid) throw new Stop({ how: "person", line });
  if (!sid.blocks) throw broken("no_sid");
  return sid;
}

/**
 * Calling side: listens for the SID and the prompt after it (`>` at the end of a line, or of what has come so far,
 * since a prompt need not have a line end), then shows its own SID.
 */
export function* meet(inbox: Inbox, options: SessionOptions): Steps<Sid> {
  let sid: Sid | undefined, last = "";
  for (let noise = 0; !sid; noise++) {
    if (noise === MAX_NOISE) throw broken("too_many");
    const raw = yield* inbox.rawLine();
    if (raw === undefined) throw unmet(last);
    const line = latin1(raw).trim();
    sid = readSid(line);
    if (line !== "") last = line;
  }
  if (!sid.blocks) throw broken("no_sid");
  yield* prompt(inbox);
  const { name, version } = options.software;
  yield { do: "send", bytes: toLatin1(`${writeSid(name, version, options.mode)}\r`) };
  return sid;
}

function* prompt(inbox: Inbox): Steps<void> {
  let tail = "";
  for (let seen = 0; seen < MAX_NOISE * 80;) {
    if (!(yield* inbox.fill())) throw cut();
    const chunk = latin1(inbox.waiting);
    inbox.skip(chunk.length);
    seen += chunk.length;
    tail = (tail + chunk).slice(-80);
    if (/>[ \r\n]{0,80}$/.test(tail)) return;
  }
  throw broken("too_many");
}
