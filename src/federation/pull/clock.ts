/**
 * A clock that was set back (hosts without a battery-backed clock): what was taken under the wrong time is checked
 * again.
 */
import type { Tx } from "../../db/mod.ts";
import { FUTURE_S } from "../tables/record_store.ts";
import { recheckTimes } from "../records/forget.ts";
import type { Store } from "../tables/store.ts";
import type { Deps } from "./context.ts";
import { type Steps, write } from "./effects.ts";

/** A smaller step back, in seconds, is an ordinary correction of the clock. */
const SET_BACK_S = FUTURE_S;

/** Whether the latest time that was seen is to be noted again; once a minute is enough. */
const isNews = (latest: number, now: number): boolean => now < latest || now - latest >= 60;

/** Notes the time under which frames are taken, so that a clock that is set back later is noticed. */
export function noteTime(tx: Tx, store: Store, now: number): void {
  const latest = Number(store.progress.fact("latest") ?? 0);
  if (now > latest && isNews(latest, now)) store.progress.setFact(tx, { name: "latest", value: String(now) });
}

/** Notes the latest time that was seen, and checks what lies ahead again where the clock was set back. */
export function* watchClock(deps: Deps): Steps<void> {
  const { progress, records } = deps.store;
  const latestSeen = () => Number(progress.fact("latest") ?? 0);
  if (!isNews(latestSeen(), deps.receiver.now())) return;
  yield* write((tx) => {
    // Read anew: before this write another pull may have taken frames under another time.
    const now = deps.receiver.now(), latest = latestSeen();
    if (now < latest - SET_BACK_S) {
      const origins = records.origins().filter((origin) => origin !== deps.self)
        .map((origin) => ({ origin, keys: deps.trust.originView(origin)?.keys ?? [] }));
      recheckTimes(tx, deps.store, origins.filter(({ keys }) => keys.length > 0), now);
      deps.log("the clock was set back by {seconds} s", { seconds: latest - now });
    }
    progress.setFact(tx, { name: "latest", value: String(now) });
  });
}
