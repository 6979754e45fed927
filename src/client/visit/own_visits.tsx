/** What the member logged at the caches of one neighbour, and what became of it: on this phone, there, and here. */
import type { ComponentChildren } from "preact";
import { useApp } from "../phone/app.ts";
import { type Item, shownState, waits } from "../phone/queue/item.ts";
import { useTold } from "../phone/queue/use_told.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { SEND } from "../ui/icons/field_paths.ts";
import { Explained } from "../ui/explained.tsx";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { TierBadge } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { type Key, say, sayRefusal } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { registered, whereItIs } from "./answer.ts";
import { ChangeVisit, type OwnVisit } from "./change_visit.tsx";
import { VisitAwards } from "./visit_awards.tsx";
import { VisitSaid } from "./visit_said.tsx";

export function OwnVisits({ origin }: { origin: string }) {
  const { drain, call } = useApp();
  const { known, again } = useRead(routeTo("GET /api/my/visits", { query: { origin, limit: 20 } }));
  const items = drain.items.value.filter((item) =>
    item.body.instance === origin && item.account === call.value && item.state !== "dropped"
  );
  useTold(items, { again });
  const visits = known.value?.value.visits ?? [], there = new Set(visits.map(({ sentId }) => sentId));
  const here = items.filter((item) => waits(item) || !there.has(item.id));
  if (here.length + visits.length === 0) return null;
  return (
    <section class="logs">
      <h2>{say("visit.mine", { origin })}</h2>
      <p class="soft">{say("visit.signed")}</p>
      <ol class="timeline">
        {here.toReversed().map((item) => <OnPhone key={item.id} item={item} />)}
        {visits.map((visit) => <There key={visit.sentId} visit={visit} changed={() => void again()} />)}
      </ol>
      <VisitAwards origin={origin} visits={visits} />
    </section>
  );
}

function OnPhone({ item }: { item: Item }) {
  const { gateway } = useApp();
  const state = shownState(item, gateway.now());
  const name = state === "settled" ? "sent" : state === "needs_you" ? "refused" : "waiting";
  return (
    <Entry
      icon={name === "refused" ? "x" : name === "sent" ? SEND : "hourglass"}
      cache={item.cache}
      title={item.title}
      at={item.at}
      state={name}
    >
      <VisitSaid item={item} state={state} />
    </Entry>
  );
}

function There({ visit, changed }: { visit: OwnVisit; changed: () => void }) {
  const { cache, title, code, foundAt, state, tier, origin } = visit;
  const what = state === "sent"
    ? say(whereItIs(registered(visit)), { origin })
    : state === "counted" || state === "uncounted"
    ? say(`visit.${state}.what`, { origin })
    : "";
  return (
    <Entry
      icon={state === "counted"
        ? (tier === "A" ? "radio" : "map-pin")
        : state === "sent"
        ? SEND
        : state === "refused"
        ? "x"
        : "pencil"}
      cache={cache}
      title={title ?? code ?? cache}
      at={foundAt}
      state={state}
      tier={tier ?? "none"}
    >
      {visit.gid && (
        <p>
          <a href={`/find/${encodeURIComponent(visit.gid)}`}>{say("visit.why")}</a>
        </p>
      )}
      {what && <p class="soft">{what}</p>}
      {visit.refused !== null && (
        <>
          <p class="bad">
            {sayRefusal({ reason: visit.refused, sentence: "" })} <Explained reason={visit.refused} />
          </p>
          <p class="soft">{say("visit.refused.radio", { origin })}</p>
        </>
      )}
      <ChangeVisit visit={visit} changed={changed} />
    </Entry>
  );
}

const BADGES = { waiting: "waits", sent: "waits", refused: "uncounted", uncounted: "uncounted" } as const;

function Entry({ icon, cache, title, at, state, tier = "none", children }: {
  icon: IconName;
  cache: string;
  title: string;
  at: number;
  state: "waiting" | OwnVisit["state"];
  tier?: "A" | "B" | "none";
  children: ComponentChildren;
}) {
  const { gateway } = useApp();
  const badge = state === "counted" || state === "logged" ? tier : BADGES[state];
  return (
    <li class="log-card">
      <span class={state === "counted" ? `time-mark time-${tier}` : "time-mark"}>
        <Icon name={icon} />
        {""}
      </span>
      <p class="log-head">
        <a href={`/c/${encodeURIComponent(cache)}`}>
          <Foreign>{title}</Foreign>
        </a>{" "}
        <TierBadge tier={badge}>{say(`visit.${state}` as Key)}</TierBadge>{" "}
        <span class="soft log-when">{sayTime(at, gateway.now())}</span>
      </p>
      {children}
    </li>
  );
}
