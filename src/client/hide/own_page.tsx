/** One's own caches, those that need a visit first, each with what can be done. Kept on the phone for the way. */
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { ButtonLink, Foreign, Heading, Loading, Notice } from "../ui/parts.tsx";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button } from "../ui/parts.tsx";
import { signInAddress } from "../pages/router.ts";
import { Far, GroupHead } from "../ui/look/lists.tsx";
import { KindDisc } from "../ui/look/radio.tsx";
import { say } from "../ui/say.ts";
import { numberFormat, sayDate } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { newItem } from "../phone/queue/new_item.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { HandedToMe, type Handing, HandOn } from "./hand_on.tsx";

// Says that a cache of one's own is disabled or archived; nothing for one that can be found.

const STATES = {
  draft: "edit.status.draft",
  disabled: "edit.status.disabled",
  archived: "edit.status.archived",
} as const;

function CacheRowState({ status }: { status: string }) {
  return status in STATES ? <span class="wait">{say(STATES[status as keyof typeof STATES])}</span> : null;
}

interface Own {
  code: string;
  title: string;
  type: string;
  status: string;
  finds: number;
  visit?: ("flagged" | "dnf_streak" | "disabled")[] | undefined;
}

/** What this page reads of the pack of one's own caches. */
interface OwnPack {
  caches: Own[];
  /** Archived or removed; an older copy on the phone does not name them. */
  gone?: { code: string; title: string; updatedAt: number; removed: boolean }[];
}
interface Hides {
  limit: number | null;
  remaining: number | null;
}
interface Offers {
  adoptions: { code: string; note: string; offeredAt: number; noticeEndsAt: number }[];
}

export default function OwnPage() {
  const app = useApp();
  const call = app.call.value;
  const pack = useRead(call && routeTo("GET /api/offline/pack", { query: { mine: "1" } }));
  const hides = useRead(call && routeTo("GET /api/my/hides"));
  const offers = useRead(call && routeTo("GET /api/adoptions"));
  const handings = useRead(call && routeTo("GET /api/my/handings"));
  const again = () => Promise.all([pack, offers, handings].map((read) => read.again()));
  if (!call) {
    return (
      <>
        <Heading>{say("page.mine")}</Heading>
        <Notice action={<a href={signInAddress("/me/caches")}>{say("write.signin.link")}</a>}>
          {say("mine.signin")}
        </Notice>
      </>
    );
  }
  const caches = pack.known.value?.value.caches, left = hides.known.value?.value;
  const offerOf = ({ code }: Own) => offers.known.value?.value.adoptions.find((one) => one.code === code);
  const { toMe = [], fromMe = [] } = handings.known.value?.value ?? {};
  const needs = caches?.filter(({ visit = [] }) => visit.length > 0).length ?? 0;
  return (
    <>
      <Heading>{say("page.mine")}</Heading>
      <ButtonLink icon="map-pin-plus" href="/hide">{say("page.hide")}</ButtonLink>
      {left?.remaining != null && <p class="soft">{say("mine.left", { n: left.remaining })}</p>}
      <HandedToMe handings={toMe} again={again} />
      {!caches ? <Loading /> : caches.length === 0 ? <p>{say("mine.none")}</p> : (
        <>
          <p role="status">
            {needs > 0 ? say("mine.visits", { n: needs }) : say("mine.visits.none")}
          </p>
          {GROUPS.map((group) => {
            const those = caches.filter((cache) => groupOf(cache, offerOf(cache) !== undefined) === group);
            return those.length === 0 ? null : (
              <section key={group}>
                <GroupHead>{say(`mine.group.${group}`, { n: those.length })}</GroupHead>
                <ul class="own-list">
                  {those.map((cache) => (
                    <OwnCache
                      key={cache.code}
                      cache={cache}
                      offer={offerOf(cache)}
                      handing={fromMe.find(({ code }) => code === cache.code)}
                      again={again}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </>
      )}
      <Gone list={pack.known.value?.value.gone ?? []} />
      <p>
        <a href="/adoptions">{say("page.adoptions")}</a>
      </p>
    </>
  );
}

/** What needs its owner comes first: a look, an answer to an offer, a draft; then by state. */
const GROUPS = ["needs", "active", "off"] as const;
const groupOf = ({ status, visit = [] }: Own, isOffered: boolean): typeof GROUPS[number] =>
  status === "draft" || isOffered || visit.some((why) => why !== "disabled")
    ? "needs"
    : status === "active"
    ? "active"
    : "off";

/** One of them, with what can be done; of a draft, that it goes on. */
function OwnCache({ cache, offer, handing, again }: {
  cache: Own;
  offer: Offers["adoptions"][number] | undefined;
  handing: Handing | undefined;
  again: () => Promise<unknown>;
}) {
  const { code, title, type, status, finds, visit = [] } = cache;
  return (
    <li class="card card-flush own-cache">
      <h2>
        <a class="entry" href={`/c/${code}`}>
          <KindDisc type={type} off={status !== "active"} />
          <span class="entry-words">
            <Foreign>{title}</Foreign>
            <span class="entry-line">
              <span class="code">{code}</span>
              <CacheRowState status={status} />
            </span>
          </span>
          <Far value={numberFormat({}).format(finds)} below={say("ranks.finds")} />
        </a>
      </h2>
      {visit.map((why) => <p key={why} class="wait">{say(`mine.visit.${why}`)}</p>)}
      <Offered offer={offer} again={again} />
      <div class="buttons">
        <ButtonLink kind="quiet" icon="pencil" href={`/c/${code}/edit`}>
          {say(status === "draft" ? "mine.go_on" : "mine.change")}
        </ButtonLink>
        {status !== "draft" && (
          <ButtonLink kind="quiet" href={`/c/${code}/print`}>{say("cache.print")}</ButtonLink>
        )}
      </div>
      {visit.length > 0 && status === "active" && <Visited cache={cache} />}
      {status !== "draft" && <HandOn code={code} handing={handing} again={again} />}
    </li>
  );
}

/** Archived and removed caches, folded away at the end. */
function Gone({ list }: { list: NonNullable<OwnPack["gone"]> }) {
  if (list.length === 0) return null;
  return (
    <details>
      <summary>{say("mine.gone", { n: list.length })}</summary>
      <ul class="link-list">
        {list.map(({ code, title, updatedAt, removed }) => (
          <li key={code}>
            <a href={`/c/${encodeURIComponent(code)}`}>
              <Foreign>{title}</Foreign>
            </a>{" "}
            <span class="soft">
              <span class="code">{code}</span> ·{" "}
              {say(removed ? "mine.gone.removed" : "mine.gone.archived", { date: sayDate(updatedAt) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The button with which the owner says that the cache is in order again: it sends a log. */
function Visited({ cache: { code, title } }: { cache: { code: string; title: string } }) {
  const app = useApp();
  const done = useSignal<"no" | "busy" | "kept" | NotKept>("no");
  const tell = async () => {
    const start = app.start.peek()?.value, account = start?.session.call;
    if (!start || !account) return;
    done.value = "busy";
    // It is said to be saved once it is on the disk.
    done.value = await app.drain.add(newItem(app.gateway.now(), { account, instance: start.instance }, {
      ...{ id: app.world.newId(), kind: "log", cache: code, title, method: "POST" },
      path: routeTo("POST /api/caches/:id/logs", { params: { id: code } }),
      body: { kind: "maintenance", text: "" },
    })).then(() => "kept" as const, whyNotKept);
  };
  return done.value === "kept"
    ? (
      <p role="status">
        {say("mine.visited.done")} <a href="/waiting">{say("page.waiting")}</a>
      </p>
    )
    : (
      <>
        {done.value !== "no" && done.value !== "busy" && <Notice>{say(`write.${done.value}`)}</Notice>}
        <Button disabled={done.value === "busy"} onClick={() => void tell()}>{say("mine.visited")}</Button>
      </>
    );
}

/** Says that an operator has offered the cache to others; until the notice ends, its owner can keep it. */
function Offered(
  { offer, again }: { offer: Offers["adoptions"][number] | undefined; again: () => Promise<unknown> },
) {
  const { gateway } = useApp();
  const doing = useDoing();
  if (!offer) return null;
  const keep = async () => {
    const path = routeTo("DELETE /api/caches/:id/adoption", { params: { id: offer.code } });
    if (await doing.run(() => gateway.ask("DELETE", path))) await again();
  };
  return (
    <section class="notice">
      <p>
        {offer.noticeEndsAt > offer.offeredAt
          ? say("mine.offered", { date: sayDate(offer.noticeEndsAt) })
          : say("hand.offered")}
      </p>
      <p class="text">
        <Foreign>{offer.note}</Foreign>
      </p>
      <Button disabled={doing.busy.value} onClick={() => void keep()}>{say("mine.keep")}</Button>
      <Problem of={doing} />
    </section>
  );
}
