/** Adoptions as a board of columns: offered, waiting for the owner's answer, asked for, decided. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { Tick } from "../../ui/choices.tsx";
import { sayDate, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { isTold, tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

interface Request {
  id: number;
  callsign: string;
  inPlace: boolean;
  note: string;
  requestedAt: number;
}
interface Offer {
  cacheId: number;
  code: string;
  title: string;
  ownerCall: string;
  ownerWithdrawn: boolean;
  note: string;
  offeredBy: string;
  noticeEndsAt: number;
  requests: Request[];
}
interface Overview {
  noticeSec: number;
  offered: Offer[];
  log: {
    id: number;
    cacheId: number;
    code: string;
    action: string;
    actor: string;
    from: string | null;
    to: string | null;
    note: string;
    at: number;
  }[];
}

/** How many decisions are shown; the audit log has them all. */
const DECIDED = 12;

export function Adoptions() {
  const { gateway } = useApp();
  const { known, problem, again } = useRead(routeTo("GET /api/admin/adoptions"));
  const overview = known.value?.value;
  if (problem.value) return <Unread>{problem.value}</Unread>;
  if (!overview) return <Loading />;
  const now = gateway.now();
  // An owner whose account is deleted cannot answer, so nobody waits for that.
  const waits = (offer: Offer) => !offer.ownerWithdrawn && offer.noticeEndsAt > now;
  const asked = overview.offered.filter(({ requests }) => requests.length > 0);
  const ready = asked.filter((offer) => !waits(offer));
  const unasked = overview.offered.filter(({ requests }) => requests.length === 0);
  const column = (title: string, offers: readonly Offer[]) => (
    <Column title={title} n={offers.length}>
      {offers.map((offer) => (
        <OfferCard key={offer.cacheId} offer={offer} waits={waits(offer)} again={again} />
      ))}
    </Column>
  );
  return (
    <section>
      <Wrong
        faults={ready.length > 0
          ? [{ kind: "wait", sentence: tell("adoption.ready", { n: ready.length }) }]
          : []}
      />
      <h2>{tell("adoption.title")}</h2>
      {overview.offered.length + overview.log.length === 0
        ? <p class="soft">{tell("adoption.none")}</p>
        : (
          <div class="board">
            {column(tell("adoption.offered"), unasked.filter((offer) => !waits(offer)))}
            {column(tell("adoption.waiting"), unasked.filter(waits))}
            {column(tell("adoption.asked"), asked)}
            <Column title={tell("adoption.decided")} n={overview.log.length}>
              {overview.log.slice(0, DECIDED).map(({ id, code, action, actor, to, at }) => (
                <li key={id} class="board-card">
                  <a class="code" href={`/c/${code}`}>{code}</a> {sayAction(action)}
                  {to && ` ${to}`}
                  <span class="soft">, {actor}, {sayTime(at, now)}</span>
                </li>
              ))}
            </Column>
          </div>
        )}
      <NewOffer again={again} />
    </section>
  );
}

const sayAction = (action: string): string => {
  const key = `adoption.did.${action}`;
  return isTold(key) ? tell(key) : action;
};

const Column = ({ title, n, children }: { title: string; n: number; children: ComponentChildren }) => (
  <section class="board-column" aria-label={title}>
    <h3>{title}</h3>
    {n === 0 ? <p class="soft">{tell("adoption.none")}</p> : <ul>{children}</ul>}
  </section>
);

function OfferCard({ offer, waits, again }: { offer: Offer; waits: boolean; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const { cacheId, code, title, ownerCall, ownerWithdrawn, note, noticeEndsAt, requests } = offer;
  return (
    <li class="board-card">
      <h4>
        <a href={`/c/${code}`}>
          <span class="code">{code}</span> <Foreign>{title}</Foreign>
        </a>
      </h4>
      <p class="soft">
        {ownerWithdrawn ? tell("adoption.ownerless") : tell("adoption.owner", { call: ownerCall })}
        {waits && <>, {tell("adoption.until", { date: sayDate(noticeEndsAt) })}</>}
      </p>
      <p class="text">
        <Foreign>{note}</Foreign>
      </p>
      {requests.map((request) => (
        <OneRequest
          key={request.id}
          request={request}
          others={requests.length - 1}
          waits={waits}
          again={again}
        />
      ))}
      {!waits && <Assign offer={offer} again={again} />}
      <Danger
        id={`withdraw-${cacheId}`}
        label={tell("adoption.withdraw")}
        about={tell("adoption.withdraw.about", { code })}
        touches={[tell("adoption.withdraw.what", { n: requests.length })]}
        act={() =>
          gateway.ask("DELETE", routeTo("DELETE /api/admin/adoptions/:cacheId", { params: { cacheId } }))}
        done={tell("adoption.withdrawn")}
        after={again}
      />
    </li>
  );
}

function OneRequest({ request, others, waits, again }: {
  request: Request;
  others: number;
  waits: boolean;
  again: () => Promise<void>;
}) {
  const { gateway } = useApp();
  const { id, callsign, inPlace, note } = request;
  return (
    <div class="board-request">
      <p>
        <a class="code" href={`/admin/people/${encodeURIComponent(callsign)}`}>{callsign}</a>:{" "}
        {tell(inPlace ? "adoption.in_place" : "adoption.not_in_place")} {note && <Foreign>{note}</Foreign>}
      </p>
      {waits ? <p class="soft">{tell("adoption.waits")}</p> : (
        <Danger
          id={`approve-${id}`}
          label={tell("adoption.approve")}
          about={tell("adoption.approve.about", { call: callsign })}
          touches={[tell("adoption.hands_over", { call: callsign }), tell("adoption.others", { n: others })]}
          act={() =>
            gateway.ask(
              "POST",
              routeTo("POST /api/admin/adoptions/requests/:id/approve", { params: { id } }),
              {},
            )}
          done={tell("adoption.approved")}
          after={again}
        />
      )}
      <Danger
        id={`decline-${id}`}
        label={tell("adoption.decline")}
        about={tell("adoption.decline.about", { call: callsign })}
        touches={[
          tell("adoption.decline.what", { call: callsign }),
          tell("adoption.decline.left", { n: others }),
        ]}
        act={() =>
          gateway.ask(
            "POST",
            routeTo("POST /api/admin/adoptions/requests/:id/decline", { params: { id } }),
            {},
          )}
        done={tell("adoption.declined")}
        after={again}
      />
    </div>
  );
}

/** Gives the cache to somebody who did not ask for it in the app. */
function Assign({ offer: { cacheId, code, requests }, again }: { offer: Offer; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const callsign = useSignal(""), note = useSignal(""), activate = useSignal(false);
  return (
    <details>
      <summary>{tell("adoption.assign.to")}</summary>
      <TextField id={`to-${cacheId}`} label={tell("people.call")} value={callsign} maxLength={20} code />
      <Danger
        id={`assign-${cacheId}`}
        label={tell("adoption.assign")}
        about={tell("adoption.assign.about", { code })}
        touches={[
          tell("adoption.hands_over", { call: callsign.value || "…" }),
          tell("adoption.others", { n: requests.length }),
        ]}
        act={() =>
          gateway.ask("POST", routeTo("POST /api/admin/adoptions/:cacheId/assign", { params: { cacheId } }), {
            callsign: callsign.peek().trim(),
            note: note.peek().trim(),
            activate: activate.peek(),
          })}
        done={tell("adoption.approved")}
        after={again}
      >
        <TextField
          id={`to-note-${cacheId}`}
          label={tell("people.note")}
          value={note}
          required
          minLength={3}
          maxLength={300}
        />
        <Tick label={tell("adoption.activate")} value={activate} />
      </Danger>
    </details>
  );
}

function NewOffer({ again }: { again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const code = useSignal(""), note = useSignal(""), said = useSignal("");
  const offer = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = { code: code.peek().trim(), note: note.peek().trim() };
    if (!await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/adoptions"), body))) return;
    said.value = tell("adoption.offer.done", { code: body.code });
    code.value = note.value = "";
    await again();
  };
  return (
    <form onSubmit={(event) => void offer(event)}>
      <h3>{tell("adoption.offer")}</h3>
      <p class="soft">{tell("adoption.offer.what")}</p>
      <TextField id="offer-code" label={tell("adoption.code")} value={code} required maxLength={20} code />
      <TextField
        id="offer-note"
        label={tell("adoption.offer.note")}
        value={note}
        required
        minLength={3}
        maxLength={300}
      />
      <Button submit disabled={doing.busy.value}>{tell("adoption.offer.do")}</Button>
      <p role="status">{said.value}</p>
      <Problem of={doing} />
    </form>
  );
}
