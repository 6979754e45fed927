/** The side that is called: it greets, hears what the caller can do, and answers its requests one by one. */
import type { VisitAnswer } from "../wire/mod.ts";
import { agree, type Agreed, type Caps, encodeCaps, feedsOf, readCaps } from "./caps.ts";
import { CircuitInbox, type CircuitSteps } from "./circuit_effects.ts";
import { fitsLine, writeAnswerLine, writeError, writeLine } from "./circuit_lines.ts";
import { packPage } from "./packing.ts";
import { type PageAsk, readAsk } from "./page_ask.ts";

/** A caller that asks nothing for this long, in seconds, counts as gone. */
const PATIENCE_S = 300;
/** Requests in one session. */
const MAX_REQUESTS = 1000;
/** Visits that are looked at in one session: each costs a signature's check. What comes behind them is to come again. */
const MAX_VISITS = 50;

export interface Served {
  how: "closed" | "silent" | "refused";
  /** What the caller was told, where it was refused. */
  words?: string;
  pages: number;
  /** Visits that were looked at. */
  visits: number;
}

/** Serves one circuit to its end. The line is to be closed when it returns. */
export function* serveCircuit(own: Caps): CircuitSteps<Served> {
  const inbox = new CircuitInbox();
  const hello = writeLine("H", encodeCaps(own));
  let agreed: Agreed | undefined, pages = 0, visits = 0;
  yield { do: "send", bytes: hello };
  function* refuse(words: string): CircuitSteps<Served> {
    yield { do: "send", bytes: writeError(words) };
    return { how: "refused", words, pages, visits };
  }
  for (let requests = 0; requests < MAX_REQUESTS;) {
    const line = yield* inbox.next(PATIENCE_S);
    if (line === "closed" || line === "silent") return { how: line, pages, visits };
    if (line === "broken") return yield* refuse("line not understood");
    if (line.kind === "H") {
      const caps = readCaps(line.payload);
      if (!caps) return yield* refuse("capabilities not understood");
      // A second H shows that our own was lost.
      if (agreed) yield { do: "send", bytes: hello };
      agreed = agree(own, caps);
      if (!agreed) return yield* refuse("no compression in common");
    } else if (line.kind === "R") {
      requests++;
      if (!agreed) return yield* refuse("request before capabilities");
      const ask = readAsk(line.payload);
      if (!ask) return yield* refuse("request not understood");
      if (yield* answer(ask, agreed)) pages++;
    } else if (line.kind === "V") {
      requests++;
      if (!agreed) return yield* refuse("request before capabilities");
      if (!agreed.can.includes("visits")) return yield* refuse("visits were not agreed on");
      const answer = visits < MAX_VISITS
        ? (yield { do: "visit", bytes: line.payload }) as VisitAnswer | undefined
        : undefined;
      if (answer) visits++;
      yield { do: "send", bytes: writeAnswerLine(line.payload, answer ?? "refused later") };
    } else if (line.kind === "E") return { how: "closed", pages, visits };
  }
  return yield* refuse("too many requests");
}

/** Sends the page that fits into a line: the limit is halved until it does. False: an error was sent instead. */
function* answer(ask: PageAsk, agreed: Agreed): CircuitSteps<boolean> {
  if (!feedsOf(agreed.recordSet).includes(ask.type)) {
    yield {
      do: "send",
      bytes: writeError(`this link carries ${agreed.recordSet} records, no feed ${ask.type}`),
    };
    return false;
  }
  for (let limit = Math.min(ask.limit, agreed.batchMax); limit >= 1; limit >>= 1) {
    const page = (yield { do: "page", ask: { ...ask, limit } }) as Uint8Array | undefined;
    if (!page) {
      yield { do: "send", bytes: writeError(`feed ${ask.type} is not served here`) };
      return false;
    }
    const packed = packPage(page, agreed.compress);
    if (!fitsLine(packed.length)) continue;
    yield { do: "send", bytes: writeLine("P", packed) };
    return true;
  }
  yield { do: "send", bytes: writeError(`the next record of ${ask.type} is too long for a circuit`) };
  return false;
}
