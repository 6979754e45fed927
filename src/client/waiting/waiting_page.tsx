/** The queue: what was done on this phone, and what became of it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp, waitsFor } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { place } from "../pages/router.ts";
import { Button, ButtonLink, Foreign, Heading, Notice } from "../ui/parts.tsx";
import { type Key, language, say } from "../ui/say.ts";
import { type Item, LEASE_S, waits } from "../phone/queue/item.ts";
import { Empty } from "../ui/look/over.tsx";
import { answeredOf, type KnownOf, knownOf, momentOf, nextFrom } from "./moment.ts";
import { RadioCommands } from "./radio_commands.tsx";
import { WaitingCard } from "./waiting_card.tsx";
import { passOn } from "../cache/pass_on.ts";
import { useReachedAt } from "../phone/passed/reached_at.ts";
import { SHARE_2 } from "../ui/icons/field_paths.ts";
import { Entries, Entry, Far } from "../ui/look/lists.tsx";
import { FindBadge, KindDisc, TierBadge } from "../ui/look/radio.tsx";
import { bearing } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { distanceParts, sayTime } from "../ui/times.ts";

// The moment of a find or of a new cache: what it is worth, the how manieth, and what one may do next.

function MomentCard({ item }: { item: Item }) {
  const { caches, start, gateway } = useApp();
  const { kind, title, cache, state, answer, body } = item, isFind = kind === "log";
  const known = isFind ? knownOf(item) : "hidden", counts = known === "heard" || known === "placed";
  useEffect(() => void caches.refresh(), [state]);
  const code = cache || (answer?.value as { code?: string } | undefined)?.code || "";
  const row = caches.rows.value.find((one) => one.code === code);
  const n = isFind ? caches.finds.value : caches.hides.value;
  const verified = start.value?.value.session.verified;
  return (
    <section class="moment">
      <Drawn known={known} />
      <Heading>
        {say(`moment.${known}`, { time: sayTime(item.at, gateway.now()) })}{" "}
        {n !== undefined && (counts || !isFind) && sayNth(n)}
      </Heading>
      <p class="moment-what">
        <KindDisc type={row?.type ?? String(body.type ?? "")} />
        <a href={code ? `/c/${encodeURIComponent(code)}` : "/own"}>
          <Foreign>{title}</Foreign>
        </a>
      </p>
      {isFind && <Worth item={item} />}
      {isFind && (known === "uncounted" || known === "unproven") && <p>{say(`moment.${known}.what`)}</p>}
      {isFind && verified === false && (
        <p class="notice">
          {say("moment.verify")} <a href="/me/verify">{say("moment.verify.link")}</a>
        </p>
      )}
      <div class="buttons">
        {!isFind && code && (
          <ButtonLink kind="quiet" href={`/c/${code}/print/label`}>{say("moment.label")}</ButtonLink>
        )}
        {code && <Share title={title} path={`/c/${encodeURIComponent(code)}`} />}
      </div>
      {isFind && <Next code={code} />}
    </section>
  );
}

/** Its tier, once the gateway has said; until then what it will be. */
function Worth({ item }: { item: Item }) {
  const { expects } = item, log = answeredOf(item);
  if (log) {
    return (
      <p>
        <FindBadge of={log} />
      </p>
    );
  }
  return (
    <p>
      <TierBadge tier="waits">{say("moment.outbox")}</TierBadge>{" "}
      {expects && say("waiting.expect", { tier: say(`tier.${expects.tier ?? "none"}`) })}
      {expects?.radioOnly && ` ${say("cache.needs.A")}`}
    </p>
  );
}

/** `Your 12th.`; the first has words of its own. */
function sayNth(n: number): string {
  if (n <= 1) return say("moment.first");
  const rule = new Intl.PluralRules(language.value.code, { type: "ordinal" }).select(n);
  const end = rule === "one" || rule === "two" || rule === "few" ? rule : "other";
  return say("moment.nth", { nth: `${n}${say(`moment.nth.${end}` as Key)}` });
}

function Share({ title, path }: { title: string; path: string }) {
  const at = useReachedAt(), copied = useSignal(false);
  const share = async () => void (copied.value = await passOn({ title, url: at + path }) === "copied");
  return (
    <Button icon={SHARE_2} onClick={() => void share()}>
      {say(copied.value ? "cache.share.copied" : "cache.share")}
    </Button>
  );
}

/** The nearest cache that is still to be found. */
function Next({ code }: { code: string }) {
  const { caches, call } = useApp();
  const rows = caches.rows.value, from = rows.find((row) => row.code === code) ?? caches.own.from.value;
  const next = from && nextFrom(
    rows,
    from,
    (row) =>
      row.code === code || row.mirrored === true || row.owner === call.value ||
      caches.mark(row) !== undefined,
  );
  if (!from || !next) return null;
  const { row, awayM } = next, [value, unit] = distanceParts(awayM);
  return (
    <>
      <h2 class="caps">{say("moment.next")}</h2>
      <Entries>
        <Entry
          href={`/c/${encodeURIComponent(row.code)}`}
          disc={<KindDisc type={row.type} />}
          name={<Foreign>{row.title}</Foreign>}
          line={<span class="code">{row.code}</span>}
          far={<Far value={value} unit={unit} below={sayPoint(bearing(from, row))} />}
        />
      </Entries>
    </>
  );
}

/**
 * What is known of it, and nothing else: the path from hand to mast only of what a receiver heard; a path of dots while nobody
 * has said; no path where nobody heard anything, and none of a cache that was hidden.
 */
const Drawn = ({ known }: { known: KnownOf | "hidden" }) => (
  <svg class={`moment-arc moment-arc-${known}`} viewBox="0 0 240 84" aria-hidden="true">
    <path class="rung-hill" d="M0 78c60-4 100-24 156-26s68 16 84 26z" />
    {known === "hidden"
      ? <path class="moment-mast" d="M118 44h24v16h-24zM116 38h28v6h-28zM127 44h6v6h-6z" />
      : (
        <>
          <path
            class="moment-mast"
            d="M184 28v24M184 36l-8 17M184 36l8 17M179 46h10M40 50v14M36 62h8v14h-8z"
          />
          {(known === "heard" || known === "waits") && (
            <path
              class={known === "heard" ? "moment-wave" : "moment-dots"}
              d="M44 62Q104 -24 182 32"
              {...(known === "heard" && { pathLength: "1" })}
            />
          )}
          {known !== "unproven" && <circle class="moment-spot" cx="40" cy="68" r="13" />}
        </>
      )}
  </svg>
);

export default function WaitingPage() {
  const app = useApp();
  const items = app.drain.items.value.filter(({ kind }) => kind !== "thumb")
    .toSorted((a, b) => b.at - a.at || Number(a.kind === "photo") - Number(b.kind === "photo"));
  const start = app.start.value?.value;
  const waiting = items.filter(waits), done = items.some(({ state }) => state === "settled");
  const isEmpty = waiting.length === 0 && waitsFor(app) === 0;
  const isOwn = ({ account, instance }: Item) =>
    account === start?.session.call && instance === start?.instance;
  useStack(app.drain.items.value, isOwn);
  const named = new URLSearchParams(place.value.query).get("new");
  const moment = momentOf(items.filter(isOwn), named, app.gateway.now());
  return (
    <>
      {moment
        ? (
          <>
            <Boundary>
              <MomentCard item={moment} />
            </Boundary>
            <h2>{say("page.waiting")}</h2>
          </>
        )
        : <Heading>{say("page.waiting")}</Heading>}
      <p role="status">
        {waiting.length > 0
          ? say("waiting.count", { n: waiting.length })
          : isEmpty
          ? say("waiting.none")
          : ""}
      </p>
      {isEmpty && !moment && (
        <>
          {items.length > 0 ? <p class="soft">{say("waiting.what")}</p> : (
            <Empty
              icon="hourglass"
              action={<ButtonLink kind="quiet" icon="compass" href="/">{say("page.nearby")}</ButtonLink>}
            >
              {say("waiting.what")}
            </Empty>
          )}
        </>
      )}
      {app.start.value && (
        <Others items={waiting.filter((item) => !isOwn(item))} signedIn={!!app.call.value} />
      )}
      {items.length > 0 && (
        <Boundary>
          <ul class="waiting-list">
            {items.map((item) => (
              <WaitingCard
                key={item.id}
                item={item}
                now={app.gateway.now()}
                own={isOwn(item)}
              />
            ))}
          </ul>
        </Boundary>
      )}
      {done && <p class="soft">{say("waiting.leaves")}</p>}
      {app.call.value && (
        <Boundary>
          <RadioCommands />
        </Boundary>
      )}
    </>
  );
}

/** Whose the things are that this person cannot send, as one sum for each account. */
function Others({ items, signedIn }: { items: readonly Item[]; signedIn: boolean }) {
  if (items.length === 0) return null;
  const sums = [...Map.groupBy(items, ({ account }) => account)].map(([account, theirs]) => {
    const logs = theirs.filter(({ kind }) => kind !== "photo"),
      areLogs = logs.every(({ kind }) => kind === "log");
    // A photo belongs to its log, so it is not counted beside it.
    return say(areLogs ? "waiting.belongs.logs" : "waiting.belongs", {
      n: logs.length || theirs.length,
      account,
    });
  });
  return (
    <Notice action={signedIn ? undefined : <a href="/sign-in">{say("write.signin.link")}</a>}>
      {[...sums, say("waiting.signin")].join(" ")}
    </Notice>
  );
}

/** The stack empties: what is done counts as seen, and what nobody sends any more is shown to wait. */
function useStack(items: readonly Item[], isOwn: (item: Item) => boolean): void {
  const { drain, world, gateway } = useApp();
  const again = useSignal(0);
  useEffect(() => void drain.tidy(), []);
  useEffect(() => {
    const fresh = items.filter((item) => item.state === "settled" && item.seen === undefined && isOwn(item));
    if (fresh.length > 0 && !document.hidden) void drain.seen(fresh.map(({ id }) => id));
    const held = items.filter(({ state }) => state === "sending").map(({ leasedUntil }) => leasedUntil);
    if (held.length === 0) return;
    const waitS = Math.max(1, Math.min(LEASE_S + 1, ...held.map((until) => until - gateway.now())));
    return world.later(() => again.value++, waitS * 1000);
  }, [items, again.value]);
}
