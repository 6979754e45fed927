/** What would prove a find that is not heard yet, step by step; once it is done the app logs it again by itself. */
import type { z } from "#schemas";
import type { OneFind } from "../../../caches/mod.ts";
import { useEffect, useRef } from "preact/hooks";
import { AFTER_S, AGAIN_S, RADIUS_M } from "../../../caches/rules/tier_limits.ts";
import { useCache } from "../../cache/read_cache.ts";
import { go } from "../../pages/router.ts";
import { type App, useApp } from "../../phone/app.ts";
import { lastHeard, useWouldBe } from "../../phone/known/would_be.ts";
import { type Reading, worthOf } from "../../phone/position/reading.ts";
import { useNow } from "../../phone/position/use_now.ts";
import { usePosition } from "../../phone/position/use_position.ts";
import type { Item } from "../../phone/queue/item.ts";
import { expectedOf } from "../../phone/queue/expected.ts";
import { CLOCK } from "../../ui/icons/field_paths.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Lamp, OnAir, worthHere } from "../../ui/look/radio.tsx";
import { distanceM } from "../../ui/places/arrow.ts";
import { say } from "../../ui/say.ts";
import { sayAge, sayDate, sayDistance, sayTime } from "../../ui/times.ts";
import { againUntil, comesLate, isWorthAgain, type Step, stepsOf } from "./steps.ts";

type Found = z.infer<typeof OneFind>;

/** Makes the find that takes the place of the first one: timed and signed now. */
export type LogAgain = (
  app: App,
  about: { account: string; instance: string; cache: string; title: string },
  said: { kind: "found"; text: string; position: Reading | undefined },
) => Promise<Item>;

/** What is told to whoever looks at a find: how it is read again, how it is logged again, and whether the phone's place counts. */
export interface Ways {
  again: () => Promise<void>;
  logAgain: LogAgain;
  follows: boolean;
}

/** What was heard within so many seconds is on the air now. */
const NOW_S = 60;

/** Its own find, what would prove it now, and where the phone is. `follows`: whether the phone's place is looked at. */
export function useProving({ log, cache: { code } }: Found, { again, logAgain, follows }: Ways) {
  const app = useApp(), now = useNow(), sent = useRef(false);
  const isOpen = log.kind === "found" && log.tier !== "A" && log.author.call === app.call.value;
  const isSoon = isOpen && now <= againUntil(log);
  const cache = useCache(code).cache.value?.value;
  const would = useWouldBe(isSoon ? code : undefined);
  const position = usePosition({ on: isSoon && follows }), reading = position.reading.value;
  const fresh = reading && worthOf(reading, now) !== "old" ? reading : undefined;
  const place = cache && cache.type !== "living" && !(cache.stageCount ?? cache.stages?.length) &&
      cache.lat !== null && cache.lon !== null
    ? { lat: cache.lat, lon: cache.lon }
    : undefined;
  const awayM = fresh && place && distanceM(fresh, place);
  const expects = fresh && cache && expectedOf(cache, { position: fresh, at: now, signed: true });
  const isWorth = isSoon && isWorthAgain(log, { now, would, expects });
  useEffect(() => {
    const start = app.start.peek()?.value, account = app.call.peek();
    if (!isWorth || sent.current || !start || !account || !cache) return;
    sent.current = true;
    void (async () => {
      const about = { account, instance: start.instance, cache: code, title: cache.title };
      // The first one keeps its text as a note.
      const item = await logAgain(app, about, { kind: "found", text: "", position: fresh });
      await app.drain.add({ ...item, ...(expects && { expects }) });
      go(`/waiting?new=${item.id}`, { replace: true });
    })().catch(() => sent.current = false);
  }, [isWorth]);
  // It rises by itself as well, by what is delivered late.
  const heardAt = lastHeard(would?.why.candidates, now)?.at;
  useEffect(() => {
    if (heardAt !== undefined) void again();
  }, [heardAt]);
  const steps = isOpen ? stepsOf(log, { now, awayM }) : [];
  return { isOpen, isSoon, now, would, steps, code };
}

type Proving = ReturnType<typeof useProving>;

/** Where a step is done. */
export const stepAt = ({ do: what }: Step, code: string): string =>
  ({
    prove: "/me/verify",
    tag: `/c/${code}/stages`,
    closer: `/c/${code}/go`,
    place: `/c/${code}/go`,
    beacon: `/c/${code}/radio`,
  })[what];

export const sayStep = (step: Step): string =>
  step.do === "closer" ? say("prove.closer", { far: sayDistance(step.byM) }) : say(`prove.${step.do}`);

/** The steps as a card; nothing where nothing could prove more. */
export function Proving({ of: { isOpen, isSoon, now, would, steps, code }, found }: {
  of: Proving;
  found: Found;
}) {
  const { log } = found, call = log.author.call, isLate = comesLate(log);
  if (!isOpen || steps.length === 0 && !isLate) return null;
  const until = againUntil(log), leftS = Math.max(0, until - now);
  const counts = ["A", "B"].includes(worthHere(log));
  const heard = lastHeard(would?.why.candidates, now);
  return (
    <section class="proving card" aria-label={say("prove.title")}>
      <div class="proving-head">
        <h2>{say(counts ? "prove.title.more" : "prove.title")}</h2>
        {isSoon && (
          <p class="proving-till">
            <Icon name={CLOCK} />
            {say("prove.until", { time: sayTime(until, now), left: sayAge(Math.max(60, leftS)) })}
          </p>
        )}
      </div>
      {isSoon && (
        <progress
          value={leftS}
          max={AGAIN_S}
          aria-label={say("prove.left", { left: sayAge(Math.max(60, leftS)) })}
        />
      )}
      <ol class="proving-steps">
        {steps.map((step, at) => (
          <li key={step.do}>
            <span class="proving-n" aria-hidden="true">{at + 1}</span>
            <span>
              <b>{sayStep(step)}</b>
              <span class="soft">{say(`prove.${step.do}.what`, { far: sayDistance(RADIUS_M), call })}</span>
            </span>
            <a
              class="button"
              href={stepAt(step, code)}
              aria-label={say("prove.how.label", { what: sayStep(step) })}
            >
              {say("prove.how")}
            </a>
          </li>
        ))}
      </ol>
      {isSoon && (
        <p class="proving-air" role="status">
          {heard
            ? (
              <OnAir now={now - heard.at < NOW_S}>
                {say(heard.receiver ? "go.heard" : "go.heard.somebody", {
                  site: heard.receiver?.site ?? "",
                  age: sayAge(Math.max(0, now - heard.at)),
                })}
              </OnAir>
            )
            : <Lamp is="off">{say(would ? "prove.listens" : "prove.offline", { call })}</Lamp>}
        </p>
      )}
      {isLate && log.open && (
        <p class="soft">
          {say("prove.late", { time: sayTime(log.foundAt + AFTER_S, now), date: sayDate(log.open.until) })}
        </p>
      )}
    </section>
  );
}

/** On the find's own page, where the phone's place is not asked for. */
export const ProvingHere = ({ found, ...ways }: { found: Found } & Omit<Ways, "follows">) => (
  <Proving of={useProving(found, { ...ways, follows: false })} found={found} />
);
