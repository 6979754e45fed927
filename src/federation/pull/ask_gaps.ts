/** Asking a neighbour for single records that are missing (FED "Gap lifecycle"). */
import { isPastLimit, numberOf, settles } from "../admit/outcome.ts";
import { afterAsk, type AskResult, ASKS_PER_KIND, byUrgency, type Gap, isDue } from "../gaps/rules.ts";
import { HOP_LIMIT } from "../tables/record_store.ts";
import { admitAll } from "./admit_all.ts";
import type { Pull, Reading } from "./context.ts";
import { type Steps, write } from "./effects.ts";
import { type JudgedPage, pageAsk, readOriginPage } from "./origin_page.ts";

/** Asks the neighbour for single records that are missing and due. */
export function* askForGaps(pull: Pull, reading: Reading): Steps<void> {
  const { origin, kind } = reading;
  const now = pull.receiver.now();
  const due = pull.store.gaps.open({ origin, kind })
    .filter((gap) => isDue(gap, pull.neighbour, now))
    .sort(byUrgency(pull.neighbour))
    .slice(0, Math.min(ASKS_PER_KIND, pull.asksLeft));
  for (const gap of due) {
    pull.asksLeft--;
    const page = yield* readOriginPage(pull, pageAsk(pull, origin, kind, gap.v - 1, 1));
    if (page === "limited") pull.limited = true;
    if (page === "limited" || page === "missing") {
      yield* noteAsk(pull, reading, gap, "none");
      return;
    }
    yield* takeAnswer(pull, reading, gap, page);
  }
}

function* noteAsk(pull: Pull, reading: Reading, gap: Gap, result: AskResult): Steps<void> {
  const { gaps, progress } = pull.store;
  yield* write((tx) => {
    const now = pull.receiver.now();
    const current = gaps.byPlace(gap);
    if (!current || progress.generation(gap.origin) !== reading.generation) return;
    const after = afterAsk(current, pull.neighbour, result, now);
    gaps.put(tx, after);
    if (after.givenUp !== null) {
      pull.log("record given up: {gap}", { gap: `${gap.origin} ${gap.kind} ${gap.v}` });
    }
  });
}

function* takeAnswer(pull: Pull, reading: Reading, gap: Gap, page: JudgedPage): Steps<void> {
  const { origin, kind, v } = gap;
  const passage = { origin, kind, hops: (page.hops?.[0] ?? HOP_LIMIT) + 1, via: pull.neighbour };
  const { outcomes: [outcome] } = yield* admitAll(pull, page.judged.slice(0, 1), () => passage, () => {});
  const found = outcome !== undefined && numberOf(outcome) === v;
  if (found && !settles(outcome)) {
    const promising = outcome.result === "future" || (outcome.result === "unverified" && outcome.outdated);
    const result = promising ? "promising" : outcome.result === "unverified" ? "without" : "none";
    return yield* noteAsk(pull, reading, gap, result);
  }
  const gone = reading.advances && (page.held ?? 0) >= v && !page.gaps?.includes(v) &&
    !page.hopGaps?.includes(v);
  if (!found && !gone) return yield* noteAsk(pull, reading, gap, "without");
  yield* write((tx) => {
    const { gaps, progress } = pull.store;
    if (progress.generation(origin) !== reading.generation) return;
    if (found && isPastLimit(outcome)) {
      gaps.put(tx, { ...afterAsk(gap, pull.neighbour, "none", pull.receiver.now()), reason: "hops" });
    } else {
      gaps.close(tx, { origin, kind, v });
    }
  });
}
