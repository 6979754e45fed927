/** A whole forwarding session, either side. */
import type { Effect, SessionEnd, Steps } from "../effects.ts";
import { commonMode } from "../sid.ts";
import { toLatin1 } from "../text.ts";
import { runScript } from "./connect.ts";
import { greet, meet } from "./greeting.ts";
import { Inbox } from "./inbox.ts";
import { DEFAULT_LIMITS, type SessionOptions } from "./options.ts";
import { hearTurn } from "./receiving.ts";
import { sendBlock } from "./sending.ts";
import { Stop } from "./stop.ts";
import type { Talk } from "./talk.ts";

const say = (text: string): Effect => ({ do: "send", bytes: toLatin1(text) });

/**
 * Forwards both ways until neither side has anything left. The line is to be closed when it returns; what it sent
 * before must still go out.
 */
export function* session(options: SessionOptions): Steps<SessionEnd> {
  try {
    return yield* talkThrough(options, new Inbox());
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    if (stop.end.how === "broken") yield say(`${stop.end.words}\r`);
    return stop.end;
  }
}

function* talkThrough(options: SessionOptions, inbox: Inbox): Steps<SessionEnd> {
  if (options.side === "calls" && options.script) yield* runScript(options.script, inbox);
  const sid = options.side === "called" ? yield* greet(inbox, options) : yield* meet(inbox, options);
  const mode = commonMode(options.mode, sid);
  yield { do: "met", sid, mode };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const talk: Talk = { options, limits, inbox, sid, mode, offered: new Set(), unconfirmed: [] };
  let ours = options.side === "calls", theyAreDone = false;
  for (;;) {
    if (ours && !(yield* sendBlock(talk))) {
      // Nothing left on either side: the one who says so second hangs up.
      yield say(theyAreDone ? "FQ\r" : "FF\r");
      if (theyAreDone) return { how: "clean" };
    }
    ours = true;
    const turn = yield* hearTurn(talk);
    if (turn === "quit") return { how: "clean" };
    theyAreDone = turn === "nothing";
  }
}
