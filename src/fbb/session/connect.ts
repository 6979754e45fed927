/**
 * Connect scripts: the way through nodes and log-ins to a partner's BBS. Lines of a script:
 *
 *     C 2 OE1XBB     the first hop, which whoever opens the line has dialled already
 *     C DL1SVC       each further hop: sent to the node, which answers "Connected to"
 *     W Callsign :   wait until this text comes
 *     S OE1XAR       send this line
 *
 * Anything else is a comment.
 */
import type { Steps } from "../effects.ts";
import { latin1, toLatin1 } from "../text.ts";
import type { Inbox } from "./inbox.ts";
import { MAX_LINE } from "./options.ts";
import { broken, cut, told } from "./stop.ts";

const MAX_SCRIPT = 512;
/** Bytes of text that may come before a wait is given up. */
const MAX_WAIT = 64 * 1024;
const FAILED = /\b(?:busy|failure|failed|disconnected|invalid|not found)\b/i;

type ScriptLine = { say: string } | { await: string; orFail: boolean };

/** The steps behind the first hop. */
export function readScript(script: string): ScriptLine[] {
  const steps: ScriptLine[] = [];
  let hops = 0;
  for (const line of script.slice(0, MAX_SCRIPT).split(/\r\n?|\n/)) {
    const [, letter, rest = ""] = /^([CWScws])\s+(\S.*)$/.exec(line.trim()) ?? [];
    const kind = letter?.toUpperCase();
    if (kind === "S") steps.push({ say: rest });
    else if (kind === "W") steps.push({ await: rest, orFail: false });
    else if (kind === "C" && hops++ > 0) {
      steps.push({ say: `C ${rest}` }, { await: "Connected to", orFail: true });
    }
  }
  return steps;
}

/** Runs a script; what comes behind the text it waited for last stays in the inbox. */
export function* runScript(script: string, inbox: Inbox): Steps<void> {
  for (const step of readScript(script)) {
    if ("say" in step) yield { do: "send", bytes: toLatin1(`${step.say}\r`) };
    else yield* waitFor(inbox, step.await.toLowerCase(), step.orFail);
  }
}

/** Reads up to the end of `text`, in any case. A node's refusal ends the session with its words. */
function* waitFor(inbox: Inbox, text: string, orFail: boolean): Steps<void> {
  let seen = "";
  for (let passed = 0; passed < MAX_WAIT;) {
    if (!(yield* inbox.fill())) throw seen.trim() === "" ? cut() : told(lastLine(seen));
    const chunk = latin1(inbox.waiting.subarray(0, MAX_LINE));
    const before = seen.length;
    seen += chunk;
    const at = seen.toLowerCase().indexOf(text);
    if (at >= 0) return inbox.skip(at + text.length - before);
    inbox.skip(chunk.length);
    passed += chunk.length;
    if (orFail && FAILED.test(seen)) throw told(lastLine(seen));
    seen = seen.slice(-MAX_LINE);
  }
  throw broken("too_many");
}

const lastLine = (text: string): string => text.trim().split(/[\r\n]+/).at(-1) ?? "";
