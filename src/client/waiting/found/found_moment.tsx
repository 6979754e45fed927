/** The moment of a find as a whole screen: that it counts, that it waits, or what would still prove it. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { AFTER_S, BEFORE_S } from "../../../caches/rules/tier_limits.ts";
import type { Found } from "../../log/found.ts";
import { newLog } from "../../log/new_log.ts";
import { useApp } from "../../phone/app.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import type { Item } from "../../phone/queue/item.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ActBar } from "../../ui/look/acting.tsx";
import { Entries, Entry, Far } from "../../ui/look/lists.tsx";
import { FindBadge, KindDisc, TierBadge } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign, Heading } from "../../ui/parts.tsx";
import { bearing, distanceM } from "../../ui/places/arrow.ts";
import { sayPoint } from "../../ui/places/way_to.ts";
import { say } from "../../ui/say.ts";
import { distanceParts, sayAge, sayDistance, sayTime } from "../../ui/times.ts";
import { answeredOf, knownOf, nextFrom } from "../moment.ts";
import { sayNth } from "../nth.ts";
import { Share } from "./share.tsx";
import { Picture } from "./picture.tsx";
import { Proving, sayStep, stepAt, useProving } from "../../evidence/proving/proving.tsx";
import type { Step } from "../../evidence/proving/steps.ts";

/** So often it is asked whether the find has risen, in seconds. */
const ASK_S = 15;

export default function FoundMoment({ item }: { item: Item }) {
  const { caches } = useApp();
  const id = answeredOf(item) && (item.answer?.value as { id?: number } | undefined)?.id;
  const { known: read, again } = useRead(
    id === undefined ? undefined : routeTo("GET /api/finds/:id", { params: { id: String(id) } }),
  );
  const found = read.value?.value;
  usePoll(again, found && found.log.tier !== "A" ? ASK_S : undefined);
  useEffect(() => void caches.refresh(), [item.state, found?.log.tier]);
  return found ? <Judged item={item} found={found} again={again} /> : <Moment item={item} />;
}

/** As the gateway has it now: it may have risen since it was logged. */
function Judged({ item, found, again }: { item: Item; found: Found; again: () => Promise<void> }) {
  const of = useProving(found, { again, logAgain: newLog, follows: true });
  const now = { ...item, answer: { ...item.answer!, value: found.log } };
  return (
    <Moment item={now} found={found} step={of.steps[0]}>
      <Proving of={of} found={found} />
    </Moment>
  );
}

function Moment({ item, found, step, children }: {
  item: Item;
  found?: Found;
  /** The next thing that would prove it. */
  step?: Step | undefined;
  children?: ComponentChildren;
}) {
  const { caches, start, gateway } = useApp();
  const worth = knownOf(item), counts = worth === "heard" || worth === "placed";
  const log = answeredOf(item), n = caches.finds.value, now = gateway.now();
  const here = `/c/${encodeURIComponent(item.cache)}`;
  const row = caches.rows.value.find(({ code }) => code === item.cache);
  const next = useNext(item.cache), heard = found && heardOf(found);
  return (
    <section class="moment moment-find thumbed">
      <div class="moment-picture">
        <Picture
          worth={worth}
          site={worth === "heard" ? heard?.site : undefined}
          farM={worth === "heard" ? heard?.farM : undefined}
          missingM={worth === "unproven" && step?.do === "closer" ? step.byM : undefined}
        />
        <p class="moment-top">
          <a class="button button-round" href={here} aria-label={say("moment.close")}>
            <Icon name="x" />
            {""}
          </a>
        </p>
      </div>
      <div class="moment-said">
        <p class="moment-worth">
          {log ? <FindBadge of={log} /> : <TierBadge tier="waits">{say("moment.outbox")}</TierBadge>}
          <time class="soft" dateTime={new Date(item.at * 1000).toISOString()}>{sayTime(item.at, now)}</time>
        </p>
        <Heading>
          {say(`moment.${worth}`, { time: sayTime(item.at, now) })} {n !== undefined && counts && sayNth(n)}
        </Heading>
        <p class="reading soft">{sayLead(item, worth, found)}</p>
        {found && <Firsts found={found} now={now} />}
        {worth === "waits" && <Stages item={item} now={now} />}
        {children}
        {counts && found && typeof found.log.id === "number" && (
          <figure class="moment-card">
            <h2 class="caps">{say("moment.show")}</h2>
            <img
              src={`/picture/find/${found.log.id}`}
              alt={say("moment.show.alt", { title: item.title })}
              width="800"
              height="420"
            />
          </figure>
        )}
        {start.value?.value.session.verified === false && (
          <p class="notice">
            {say("moment.verify")} <a href="/me/verify">{say("moment.verify.link")}</a>
          </p>
        )}
        <Entries label={say("moment.places")}>
          <Entry
            href={here}
            disc={<KindDisc type={row?.type ?? ""} />}
            name={<Foreign>{item.title}</Foreign>}
            line={<span class="code">{item.cache}</span>}
          />
          {next && (
            <Entry
              href={next.href}
              disc={<KindDisc type={next.type} />}
              name={<Foreign>{next.title}</Foreign>}
              line={say("moment.next")}
              far={<Far value={next.digits} unit={next.unit} below={next.point} />}
            />
          )}
        </Entries>
        {worth !== "waits" && <p class="soft">{say(counts ? "moment.better" : "moment.else")}</p>}
      </div>
      <ActBar>
        {counts
          ? <Share title={item.title} path={found ? `/find/${found.log.id}` : here} />
          : worth === "waits"
          ? <ButtonLink kind="quiet" icon="hourglass" href="/waiting">{say("page.waiting")}</ButtonLink>
          : <ButtonLink kind="quiet" href={here}>{say("moment.leave")}</ButtonLink>}
        {!counts && step
          ? <ButtonLink icon="compass" href={stepAt(step, item.cache)}>{sayStep(step)}</ButtonLink>
          : next
          ? (
            <ButtonLink icon="compass" href={`${next.href}/go`}>
              {say("moment.next.go", { far: `${next.digits} ${next.unit}` })}
            </ButtonLink>
          )
          : <ButtonLink icon="compass" href="/">{say("page.nearby")}</ButtonLink>}
      </ActBar>
    </section>
  );
}

/** Who heard what counted, and how far that receiver is from the place. */
function heardOf({ log: { why }, cache: { lat, lon } }: Found) {
  const one = why?.candidates?.find(({ counted, receiver }) => counted && receiver);
  if (!one?.receiver) return undefined;
  const { site, lat: north, lon: east } = one.receiver;
  const isPlaced = lat !== null && lon !== null && north !== undefined && east !== undefined;
  return { ...one, site, farM: isPlaced ? distanceM({ lat, lon }, { lat: north, lon: east }) : undefined };
}

/** What is known of it in one sentence. */
function sayLead(
  { title, account }: Item,
  worth: ReturnType<typeof knownOf>,
  found: Found | undefined,
): string {
  if (worth === "waits") return say("moment.waits.what");
  const log = found?.log, heard = found && heardOf(found);
  if (worth === "heard") {
    if (!log || heard?.distanceM === undefined) return say("moment.heard.what", { call: account, title });
    const { site, call = account, distanceM: m, at } = heard;
    const values = { site, call, title, far: sayDistance(m), age: sayAge(Math.abs(log.foundAt - at)) };
    return say(at > log.foundAt ? "moment.heard.after" : "moment.heard.by", values);
  }
  if (worth === "placed") {
    const m = log?.why?.candidates?.find(({ counted, kind }) => counted && kind !== "nfc")?.distanceM;
    return m === undefined
      ? say("moment.placed.what", { title })
      : say("moment.placed.by", { title, far: sayDistance(m) });
  }
  if (worth === "uncounted") return say("moment.uncounted.what");
  const aways =
    log?.why?.candidates?.flatMap(({ kind, distanceM: m }) =>
      (kind === "device" || kind === "app") && m !== undefined ? [m] : []
    ) ?? [];
  return [
    say("moment.unproven.what"),
    aways.length > 0 ? say("moment.unproven.away", { far: sayDistance(Math.min(...aways)) }) : "",
  ].filter(Boolean).join(" ");
}

/** First to find, first to be heard: as the cache's book stands now. */
function Firsts({ found: { cache, log }, now }: { found: Found; now: number }) {
  if (!log.firsts) return null;
  return (
    <ul class="moment-won">
      {log.firsts.map((first) => (
        <li key={first} class="moment-first">
          <Icon name={first === "find" ? "trophy" : "radio"} />
          <span>
            <b>{say(`moment.first.${first}`)}</b>
            <span>
              {first === "heard" || cache.createdAt === undefined
                ? say("moment.first.heard.what")
                : say("moment.first.find.what", { when: sayTime(cache.createdAt, now) })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What happens to one that waits, by itself. */
const Stages = ({ item, now }: { item: Item; now: number }) => (
  <ol class="moment-steps">
    <li class="moment-step-done">
      <b>{say("moment.step.kept")}</b>
      <span class="soft">{say("moment.step.kept.what", { time: sayTime(item.at, now) })}</span>
    </li>
    <li>
      <b>{say("moment.step.sent")}</b>
      <span class="soft">{say("moment.step.sent.what")}</span>
    </li>
    <li>
      <b>{say("moment.step.heard")}</b>
      <span class="soft">{say("moment.step.heard.what", window(item.at, now))}</span>
    </li>
  </ol>
);

const window = (at: number, now: number) => ({
  from: sayTime(at - BEFORE_S, now),
  to: sayTime(at + AFTER_S, now),
});

/** The nearest cache that is still to be found. */
function useNext(code: string) {
  const { caches, call } = useApp();
  const rows = caches.rows.value, from = rows.find((row) => row.code === code) ?? caches.own.from.value;
  const next = from && nextFrom(
    rows,
    from,
    (row) =>
      row.code === code || row.mirrored === true || row.owner === call.value ||
      caches.mark(row) !== undefined,
  );
  if (!from || !next) return undefined;
  const { row: { code: other, title, type, lat, lon }, awayM } = next, [digits, unit] = distanceParts(awayM);
  const point = sayPoint(bearing(from, { lat, lon }));
  return { href: `/c/${encodeURIComponent(other)}`, title, type, digits, unit, point };
}
