/** The way to a cache: how far, in which direction, how exact. Made for one hand in the sun; needs no connection. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useReach } from "../phone/queue/reach.ts";
import { Reach } from "../cache/place_picture.tsx";
import { useCache } from "../cache/read_cache.ts";
import type { Drawn } from "../marks/cache_mark.tsx";
import { SmallMap } from "../map/small_map.tsx";
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { isLost, POOR_M } from "../phone/position/reading.ts";
import { useNow } from "../phone/position/use_now.ts";
import { Failed, sayFailure } from "../phone/position/why.tsx";
import { sayAccuracy, sayLast } from "../phone/position/words.ts";
import { Boundary } from "../phone/boundary.tsx";
import { LIGHTBULB } from "../ui/icons/field_paths.ts";
import { ActBar } from "../ui/look/acting.tsx";
import { Button, ButtonLink, Foreign, Heading, Loading, Notice, Unread } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { distanceParts, numberFormat, sayDistance } from "../ui/times.ts";
import { useStages } from "../cache/stages/read_stages.ts";
import { Arrow } from "./arrow.tsx";
import { buzzes, headingOf, NEAR_M, turnOf } from "../phone/senses/heading.ts";
import { buzz, type Senses, useSenses } from "./senses.ts";

/** The map follows the distance: near the cache it still spans so many metres. */
const LEAST_M = 50;

export default function GoPage({ code }: { code: string }) {
  const { cache, problem } = useCache(code);
  const { list: stages } = useStages(code);
  const senses = useSenses(), hinted = useSignal(false);
  const known = cache.value?.value;
  // Asked on the way, so that the phone knows it when a find is logged without a connection.
  useReach(known);
  if (problem.value) {
    return (
      <>
        <Heading>{say("page.go")}</Heading>
        <Unread>{problem.value}</Unread>
      </>
    );
  }
  if (!known) return <Loading title="page.go" />;
  // An open stage has a place of its own. The address may name one (`?stage=`); otherwise the last open one is the goal.
  const asked = Number(new URLSearchParams(place.value.query).get("stage") ?? NaN);
  const placed = stages.value.filter(({ open }) => open?.lat != null && open.lon != null);
  const stage = placed.find(({ n }) => n === asked) ?? (Number.isNaN(asked) ? placed.at(-1) : undefined);
  const target = stage ? stage.open! : known;
  const { lat, lon } = target;
  return (
    <article class="go-page thumbed">
      <header class="go-head">
        <Heading>
          <Foreign>{known.title}</Foreign>
        </Heading>
        <p class="soft">
          <a href={`/c/${encodeURIComponent(code)}`} class="code">{known.code}</a>
          {stage && <>· {say("bead.stage", { n: stage.n })}</>}
        </p>
      </header>
      <ActBar>
        {known.hint && (
          <Button
            icon={LIGHTBULB}
            aria-expanded={hinted.value}
            onClick={() => hinted.value = !hinted.value}
          >
            {say("cache.hint")}
          </Button>
        )}
        {!known.mirrored && (
          <ButtonLink icon="flag" href={`/c/${known.code}/log`}>
            {say(known.own ? "cache.note" : "cache.log")}
          </ButtonLink>
        )}
      </ActBar>
      {hinted.value && (
        <p class="text reading notice" role="status">
          <Foreign>{known.hint}</Foreign>
        </p>
      )}
      {lat === null || lon === null ? <Notice>{say("cache.noplace")}</Notice> : (
        <Way
          target={{ lat, lon, ...(!stage && { type: known.type, status: known.status }) }}
          title={known.title}
          code={known.code}
          senses={senses}
        />
      )}
      {!known.mirrored && (
        <p>
          <a href={`/c/${known.code}/radio`}>{say("print.radio")}</a>
        </p>
      )}
    </article>
  );
}

function Way(
  { target, title, code, senses }: {
    target: Point & Partial<Drawn>;
    title: string;
    code: string;
    senses: Senses;
  },
) {
  const armed = useSignal(true), now = useNow();
  const { reading, failure, again } = senses.position;
  const fix = reading.value;
  const far = fix && distanceM(fix, target);
  useEffect(() => {
    if (far === undefined) return;
    const next = buzzes(armed.peek(), far);
    armed.value = next.armed;
    if (next.now) buzz();
  }, [far]);
  if (!isSecureContext) {
    return <Notice action={<a href="/trust">{say("packs.trust")}</a>}>{say("go.insecure")}</Notice>;
  }
  const why = failure.value;
  if (why === "refused" || why && !fix) return <Failed failure={why} again={again} />;
  if (!fix || far === undefined) return <p role="status">{say("nearby.locating")}</p>;
  const lost = isLost(fix, now);
  const towards = bearing(fix, target);
  const heading = headingOf({ compass: senses.compass.value, walk: senses.walk.value, now });
  const [digits, unit] = distanceParts(far);
  const degrees = numberFormat({}).format(Math.round(towards));
  return (
    <>
      <div class={lost ? "go-way go-lost" : "go-way"}>
        <p class="go-far" role="timer">
          <span class="go-digits">{digits}</span> <span class="go-unit">{unit}</span>
        </p>
        <Arrow
          turn={turnOf(towards, heading?.degrees ?? 0)}
          towards={towards}
          steady={heading !== undefined}
        />
      </div>
      <p class="go-facts">
        {say("go.bearing", { degrees, point: sayPoint(towards) })} · {sayAccuracy(fix)}
      </p>
      {/* The words for who cannot see it, feels nothing, or has a phone that does not vibrate. */}
      <p class="go-near" role="status">
        {!armed.value && !lost && say("go.near", { far: sayDistance(NEAR_M) })}
      </p>
      <p class="wait" role="status">
        {lost ? say("go.lost") : fix.accuracyM >= POOR_M ? say("fix.poor") : ""}
        {lost && why && ` ${sayFailure(why)}`}
      </p>
      {lost && <p class="soft">{sayLast(fix, now)}</p>}
      {!heading && <p class="soft" role="status">{say("go.walk")}</p>}
      {heading?.by === "compass" && <p class="soft">{say("go.magnetic")}</p>}
      {senses.allowCompass && !heading && <Button onClick={senses.allowCompass}>{say("go.compass")}</Button>}
      <Boundary>
        <SmallMap
          points={[{ ...target, title, code }]}
          here={fix}
          label={say("go.map")}
          leastM={LEAST_M}
          strip
          over={(projection) => <Reach projection={projection} at={target} />}
        />
      </Boundary>
    </>
  );
}
