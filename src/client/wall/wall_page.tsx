/** The wall: for a club room's television. Nobody presses anything; it is read at five metres and turns to its next view by itself. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asJudged } from "../evidence/evidence.ts";
import { EvidenceHero } from "../evidence/evidence.tsx";
import { usePlaced } from "../evidence/receiver_places.ts";
import { PAGES } from "../pages/page_table.ts";
import { useApp } from "../phone/app.ts";
import { SHOWN_S } from "../phone/known/stations.ts";
import { useAwake } from "../phone/senses/awake.ts";
import { usePoll, useRead } from "../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../phone/wire/routes.ts";
import { CallPlate } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { LiveSketch } from "../live/live_sketch.tsx";
import { Tape } from "../live/tape_drawing.tsx";
import { wall } from "../live/wall.ts";
import { Clock, SilentReceivers, WallWeather } from "./wall_cards.tsx";

/** Seconds for which each view stays; and how often everything is read again. */
const VIEW_S = 20, AGAIN_S = 60;
/** Rows that can be read from there. */
const ROWS = 3;
const VIEWS = ["find", "air", "words"] as const;

type Logged = AnswerOf<"GET /api/activity">["activity"][number];
type Bulletin = AnswerOf<"GET /api/bbs/bulletins">["bulletins"][number];

export default function WallPage() {
  const app = useApp(), { stations, wire, gateway, world } = app;
  const turn = useSignal(0), tick = useSignal(0);
  const activity = useRead(routeTo("GET /api/activity", { query: { limit: 20 } }));
  const bulletins = useRead(routeTo("GET /api/bbs/bulletins", { query: { limit: ROWS } }));
  usePoll(activity.again, AGAIN_S);
  usePoll(bulletins.again, AGAIN_S);
  useAwake(true);
  useEffect(() => {
    wall.value = true;
    void stations.refresh();
    const deaf = wire.want({ maxAgeS: SHOWN_S });
    let stop = () => {};
    const each = () => {
      tick.value++;
      if (tick.peek() % VIEW_S === 0) turn.value = (turn.peek() + 1) % VIEWS.length;
      stop = world.later(each, 1000);
    };
    stop = world.later(each, 1000);
    return () => {
      stop();
      deaf();
      wall.value = false;
    };
  }, []);
  void tick.value;
  const now = gateway.now(), view = VIEWS[turn.value]!;
  const finds = activity.known.value?.value.activity.filter(({ kind }) => kind === "found");
  const mails = bulletins.known.value?.value.bulletins;
  return (
    <div class="wall">
      <h1 class="unseen">{say("page.wall")}</h1>
      <section class="wall-main" aria-label={say(`wall.${view}`)}>
        {view === "find" && <LastFind of={finds?.[0]} now={now} />}
        {view === "air" && <LiveSketch fits={() => true} chosen="wall" />}
        {view === "words" && <Words of={mails} now={now} large />}
      </section>
      <section class="wall-time" aria-label={say("wall.time")}>
        <Clock now={now} />
      </section>
      <WallWeather now={now} />
      <section class="wall-card wall-finds">
        <h2>{say("wall.finds")}</h2>
        {finds && finds.length === 0 && <p class="soft">{say("activity.none")}</p>}
        <ol>
          {finds?.slice(0, ROWS).map(({ id, cacheTitle, loggerCall, ts }) => (
            <li key={id}>
              <b>
                <Foreign>{cacheTitle}</Foreign>
              </b>
              <CallPlate call={loggerCall} />
              <time>{sayTime(ts, now)}</time>
            </li>
          ))}
        </ol>
      </section>
      <section class="wall-card wall-words">
        <h2>{say("wall.words")}</h2>
        <Words of={mails} now={now} />
      </section>
      <SilentReceivers now={now} />
      <footer class="wall-foot">
        <span class="wall-air">{say("wall.stations", { n: stations.all().length })}</span>
        <Tape />
        <a href={PAGES.live.path}>{say("page.live")}</a>
        <span class="wall-next" aria-hidden="true">
          {VIEWS.map((one) => <i key={one} class={one === view ? "on" : undefined} />)}
        </span>
      </footer>
    </div>
  );
}

/** The newest find: who, what, and the drawing of who heard it where everybody may see it. */
function LastFind({ of, now }: { of: Logged | undefined; now: number }) {
  const read = useRead(of && routeTo("GET /api/finds/:id", { params: { id: String(of.id) } })).known.value
    ?.value;
  const placed = usePlaced(read?.log.why?.candidates).value;
  if (!of) return <LiveSketch fits={() => true} chosen="wall" />;
  const { lat, lon } = read?.cache ?? {};
  const place = typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined;
  return (
    <>
      {place && placed && placed.length > 0 && read?.log.foundAt !== undefined
        ? (
          <EvidenceHero
            place={place}
            foundAt={read.log.foundAt}
            candidates={asJudged(placed, read.log.verified)}
          />
        )
        : <LiveSketch fits={() => true} chosen="wall" />}
      <div class="wall-say">
        <p class="caps">{say("wall.find")}</p>
        <p class="wall-big">
          <CallPlate call={of.loggerCall} /> {say(of.tier === "A" ? "wall.heard" : "wall.found")}
        </p>
        <p>
          <Foreign>{of.cacheTitle}</Foreign> · {sayTime(of.ts, now)}
        </p>
      </div>
    </>
  );
}

/** What was written to all. */
function Words(
  { of, now, large = false }: { of: readonly Bulletin[] | undefined; now: number; large?: boolean },
) {
  if (!of) return null;
  if (of.length === 0) return <p class="soft">{say("wall.words.none")}</p>;
  return (
    <ol class={large ? "wall-large" : undefined}>
      {of.slice(0, large ? 1 : 2).map(({ id, subject, fromCall, postedAt, body }) => (
        <li key={id}>
          <b>
            <Foreign>{subject}</Foreign>
          </b>
          {large && (
            <p class="wall-body">
              <Foreign>{body.slice(0, 280)}</Foreign>
            </p>
          )}
          <CallPlate call={fromCall} />
          <time>{sayTime(postedAt, now)}</time>
        </li>
      ))}
    </ol>
  );
}
