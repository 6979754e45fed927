/** The queue: what was done on this phone, and what became of it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp, waitsFor } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { place } from "../pages/router.ts";
import { ButtonLink, Foreign, Heading, Loading, Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { type Item, LEASE_S, waits } from "../phone/queue/item.ts";
import { Empty } from "../ui/look/over.tsx";
import { Share } from "./found/share.tsx";
import { momentOf } from "./moment.ts";
import { sayNth } from "./nth.ts";
import { usePart } from "../ui/use_part.ts";
import { RadioCommands } from "./radio_commands.tsx";
import { WaitingCard } from "./waiting_card.tsx";
import { KindDisc } from "../ui/look/radio.tsx";

/** A new cache: that it is there, and what one may do next. */
function HideMoment({ item }: { item: Item }) {
  const { caches } = useApp(), { title, cache, state, answer, body } = item;
  useEffect(() => void caches.refresh(), [state]);
  const code = cache || (answer?.value as { code?: string } | undefined)?.code || "";
  const row = caches.rows.value.find((one) => one.code === code), n = caches.hides.value;
  return (
    <section class="moment">
      <svg class="moment-arc moment-arc-hidden" viewBox="0 0 240 84" aria-hidden="true">
        <path class="rung-hill" d="M0 78c60-4 100-24 156-26s68 16 84 26z" />
        <path class="moment-mast" d="M118 44h24v16h-24zM116 38h28v6h-28zM127 44h6v6h-6z" />
      </svg>
      <Heading>{say("moment.hidden")} {n !== undefined && sayNth(n)}</Heading>
      <p class="moment-what">
        <KindDisc type={row?.type ?? String(body.type ?? "")} />
        <a href={code ? `/c/${encodeURIComponent(code)}` : "/own"}>
          <Foreign>{title}</Foreign>
        </a>
      </p>
      <div class="buttons">
        {code && <ButtonLink kind="quiet" href={`/c/${code}/print/label`}>{say("moment.label")}</ButtonLink>}
        {code && <Share title={title} path={`/c/${encodeURIComponent(code)}`} />}
      </div>
    </section>
  );
}

/** The moment of a find has the screen, and its script comes with it. */
function FoundMoment({ item }: { item: Item }) {
  const part = usePart(() => import("./found/found_moment.tsx"));
  return part ? <part.default item={item} /> : <Loading title="page.waiting" />;
}

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
              {moment.kind === "log"
                ? <FoundMoment key={moment.id} item={moment} />
                : <HideMoment item={moment} />}
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
