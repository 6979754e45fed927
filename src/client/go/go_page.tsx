/** The way to a cache: how far, in which direction, how exact. Made for one hand in the sun; needs no connection. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { chosenLook, type LOOK_CHOICES, setLook } from "../phone/choices.ts";
import { useReach } from "../phone/queue/reach.ts";
import { Reach } from "../cache/place_picture.tsx";
import { useCache } from "../cache/read_cache.ts";
import { useStages } from "../cache/stages/read_stages.ts";
import { useWouldBe } from "../phone/known/would_be.ts";
import type { Drawn } from "../marks/cache_mark.tsx";
import { useSolved } from "../map/own/own_places.ts";
import { SmallMap } from "../map/small_map.tsx";
import { Boundary } from "../phone/boundary.tsx";
import { isLost, POOR_M } from "../phone/position/reading.ts";
import { useNow } from "../phone/position/use_now.ts";
import { sayFailure } from "../phone/position/why.tsx";
import { sayAccuracy, sayLast } from "../phone/position/words.ts";
import { buzzes, headingOf, NEAR_M, turnOf } from "../phone/senses/heading.ts";
import { paceOf } from "../phone/senses/pace.ts";
import { place } from "../pages/router.ts";
import { CHEVRON_LEFT, CLOCK, LIGHTBULB, SUN, WIFI_OFF } from "../ui/icons/field_paths.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Button, ButtonLink, Foreign, Heading, Loading, Notice, Unread } from "../ui/parts.tsx";
import { sameCode } from "../phone/known/same_code.ts";
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { say } from "../ui/say.ts";
import { distanceParts, numberFormat, sayAge, sayDistance, saySpeed } from "../ui/times.ts";
import { OnTheAir, willBe } from "./air.tsx";
import { Dial } from "./dial.tsx";
import { buzz, type Senses, useSenses } from "./senses.ts";
import { WithoutPlace } from "./without_place.tsx";

/** The map follows the distance: near the cache it still spans so many metres. */
const LEAST_M = 50;
/** On a wide screen there is room for how near one has to be as well. */
const WIDE = "(min-width: 64rem)", WIDE_M = 400;
/** Pixels of the strip's upper and lower edge in which neither dot may lie. */
const EDGES = { above: 22, below: 26 };

/** A place that the address names (`?solved=`), as a tool has answered it. */
function answerIn(query: URLSearchParams): Point | undefined {
  const [lat = NaN, lon = NaN] = query.get("solved")?.split(",").map(Number) ?? [];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
}

export default function GoPage({ code }: { code: string }) {
  const app = useApp();
  const { cache, problem } = useCache(code);
  const { list: stages } = useStages(code), solved = useSolved();
  const senses = useSenses(), hinted = useSignal(false);
  const known = cache.value?.value;
  // Asked on the way, so that the phone knows it when a find is logged without a connection.
  useReach(known);
  const mayLog = known && !known.mirrored && !known.own && app.call.value !== undefined;
  const would = useWouldBe(mayLog ? code : undefined);
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
  const query = new URLSearchParams(place.value.query), wanted = Number(query.get("stage") ?? NaN);
  const placed = stages.value.filter(({ open }) => open?.lat != null && open.lon != null);
  const stage = placed.find(({ n }) => n === wanted) ?? (Number.isNaN(wanted) ? placed.at(-1) : undefined);
  // Whoever has solved where it is goes there, unless the address names a stage.
  const own = answerIn(query) ??
    (Number.isNaN(wanted) ? solved.value.find((one) => sameCode(one.code, known.code)) : undefined);
  const target = own ?? (stage ? stage.open! : known);
  const { lat, lon } = target, at = lat == null || lon == null ? undefined : { lat, lon };
  const will = mayLog ? willBe(known, would, senses.position.reading.value, app.gateway.now()) : undefined;
  return (
    <article class="go-page">
      <header class="go-head">
        <a class="button button-round" href={`/c/${encodeURIComponent(code)}`} aria-label={say("go.back")}>
          <Icon name={CHEVRON_LEFT} />
          {""}
        </a>
        <div>
          <Heading>
            <Foreign>{known.title}</Foreign>
          </Heading>
          <p class="soft">
            <span class="code">{known.code}</span>
            {own ? <>{" · "}{say("kept.place")}</> : stage && <>{" · "}{say("bead.stage", { n: stage.n })}</>}
            {app.gateway.reached.value === false && (
              <span class="go-offline">
                {" · "}
                <Icon name={WIFI_OFF} />
                {say("go.offline")}
              </span>
            )}
          </p>
        </div>
        <SunSwitch />
      </header>
      <div class="go-act act-bar">
        {will && (
          <p class={will.counts ? "go-will go" : "go-will soft"} role="status">
            {will.counts && <Icon name="check" />}
            {will.words}
          </p>
        )}
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
          <ButtonLink kind={will?.counts ? "main" : "quiet"} icon="flag" href={`/c/${known.code}/log`}>
            {say(known.own ? "cache.note" : "cache.log")}
          </ButtonLink>
        )}
      </div>
      {hinted.value && (
        <p class="text reading notice go-hint" role="status">
          <Foreign>{known.hint}</Foreign>
        </p>
      )}
      {at === undefined ? <Notice>{say("cache.noplace")}</Notice> : (
        <Way
          target={{ ...at, ...(!stage && !own && { type: known.type, status: known.status }) }}
          title={known.title}
          code={known.code}
          mirrored={known.mirrored === true}
          staged={(known.stageCount ?? known.stages?.length ?? 0) > 0}
          senses={senses}
        >
          {mayLog && (
            <OnTheAir would={would} call={app.call.value!} now={app.gateway.now()}>
              <a class="button button-round" href={`/c/${known.code}/radio`} aria-label={say("print.radio")}>
                <Icon name="radio" />
                {""}
              </a>
            </OnTheAir>
          )}
          {!mayLog && !known.mirrored && (
            <p class="go-air">
              <a href={`/c/${known.code}/radio`}>{say("print.radio")}</a>
            </p>
          )}
        </Way>
      )}
    </article>
  );
}

/** Sets the look for the sun while one walks, and what it was before. */
function SunSwitch() {
  const before = useSignal<typeof LOOK_CHOICES[number]>(chosenLook()), is = useSignal(chosenLook() === "sun");
  const turn = () => {
    is.value = !is.peek();
    const back = before.peek() === "sun" ? "system" : before.peek();
    setLook(is.peek() ? "sun" : back);
  };
  return <Button kind="round" icon={SUN} aria-label={say("go.sun")} aria-pressed={is.value} onClick={turn} />;
}

function Way(
  { target, title, code, mirrored, staged, senses, children }: {
    target: Point & Partial<Drawn>;
    title: string;
    code: string;
    mirrored: boolean;
    staged: boolean;
    senses: Senses;
    children: ComponentChildren;
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
  const why = isSecureContext ? failure.value : undefined;
  const lost = fix !== undefined && isLost(fix, now);
  const isBlind = !isSecureContext || why === "refused" || why !== undefined && !fix;
  const map = (
    <div class="go-map">
      <Boundary>
        <SmallMap
          points={[{ ...target, title, code }]}
          here={fix}
          label={say("go.map")}
          leastM={matchMedia(WIDE).matches ? WIDE_M : LEAST_M}
          fills={EDGES}
          over={(projection) => <Reach projection={projection} at={target} />}
        />
      </Boundary>
      {fix && (lost || isBlind) && (
        <p class="go-last">
          <Icon name={CLOCK} />
          {sayLast(fix, now)}
        </p>
      )}
    </div>
  );
  if (isBlind) {
    return (
      <>
        {map}
        <WithoutPlace
          at={target}
          code={code}
          title={title}
          mirrored={mirrored}
          staged={staged}
          why={isSecureContext
            ? (
              <>
                <p class="soft" role="status">{sayFailure(why!)}</p>
                <Button onClick={again}>{say("fix.again")}</Button>
              </>
            )
            : <Notice action={<a href="/trust">{say("packs.trust")}</a>}>{say("go.insecure")}</Notice>}
        />
      </>
    );
  }
  if (!fix || far === undefined) {
    return (
      <>
        <div class="go-say">
          <p class="go-wait" role="status">{say("nearby.locating")}</p>
          {children}
        </div>
        {map}
      </>
    );
  }
  const towards = bearing(fix, target);
  const heading = headingOf({ compass: senses.compass.value, walk: senses.walk.value, now });
  const [digits, unit] = distanceParts(far);
  const degrees = numberFormat({}).format(Math.round(towards));
  const kmh = lost ? undefined : paceOf(senses.pace.value);
  const facts = [
    say("go.bearing", { degrees, point: sayPoint(towards) }),
    sayAccuracy(fix),
    ...(kmh === undefined ? [] : [saySpeed(kmh), sayAge(Math.max(60, far / (kmh / 3.6)))]),
  ];
  return (
    <>
      <div class={lost ? "go-say go-lost" : "go-say"}>
        <div class="go-way">
          <p class="go-far" role="timer">
            <span class="go-digits">{digits}</span> <span class="go-unit">{unit}</span>
          </p>
          <Dial
            turn={turnOf(towards, heading?.degrees ?? 0)}
            towards={towards}
            steady={heading !== undefined}
          />
        </div>
        <p class="go-facts">{facts.join(" · ")}</p>
        {children}
        {/* The words for who cannot see it, feels nothing, or has a phone that does not vibrate. */}
        <p class="go-near" role="status">
          {!armed.value && !lost && say("go.near", { far: sayDistance(NEAR_M) })}
        </p>
        <p class="wait" role="status">
          {lost ? say("go.lost") : fix.accuracyM >= POOR_M ? say("fix.poor") : ""}
          {lost && why && ` ${sayFailure(why)}`}
        </p>
        {!heading && <p class="soft" role="status">{say("go.walk")}</p>}
        {heading?.by === "compass" && <p class="soft">{say("go.magnetic")}</p>}
        {senses.allowCompass && !heading && <Button onClick={senses.allowCompass}>{say("go.compass")}
        </Button>}
      </div>
      {map}
    </>
  );
}
