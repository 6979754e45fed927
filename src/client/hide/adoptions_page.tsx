/** Caches that need a new owner, with a form to ask for one of them. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button, Foreign, Heading, Loading } from "../ui/parts.tsx";
import { Tick } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Offer {
  code: string;
  title: string;
  ownerCall: string;
  note: string;
  noticeEndsAt: number;
}
interface Adoption {
  request: { status: "pending" | "approved" | "declined" | "cancelled" } | null;
  canRequest: boolean;
  reason: "not_offered" | "signed_out" | "own_cache" | "request_exists" | "not_verified" | null;
}

export default function AdoptionsPage() {
  const { known } = useRead(routeTo("GET /api/adoptions"));
  const offers = known.value?.value.adoptions;
  return (
    <>
      <Heading>{say("page.adoptions")}</Heading>
      <p class="soft">{say("adopt.what")}</p>
      {!offers ? <Loading /> : offers.length === 0 ? <p>{say("adopt.none")}</p> : (
        <ul class="cache-list">
          {offers.map((offer) => (
            <li key={offer.code} class="own-cache">
              <h2>
                <a href={`/c/${offer.code}`}>
                  <Foreign>{offer.title}</Foreign>
                </a>
              </h2>
              <p class="soft">
                {say("cache.by", { owner: offer.ownerCall })} ·{" "}
                {say("adopt.until", { date: sayDate(offer.noticeEndsAt) })}
              </p>
              <p class="text">
                <Foreign>{offer.note}</Foreign>
              </p>
              <Ask offer={offer} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Ask({ offer }: { offer: Offer }) {
  const { gateway } = useApp();
  const params = { id: offer.code };
  const { known, again } = useRead(routeTo("GET /api/caches/:id/adoption", { params }));
  const inPlace = useSignal(false), note = useSignal("");
  const doing = useDoing();
  const state = known.value?.value;
  if (!state) return <Loading />;
  const { request, canRequest, reason } = state;
  const ask = async (event: Event) => {
    event.preventDefault();
    const body = { inPlace: inPlace.peek(), note: note.peek().trim() };
    if (
      await doing.run(() => gateway.ask("POST", routeTo("POST /api/caches/:id/adoption", { params }), body))
    ) await again();
  };
  const back = async () => {
    if (
      await doing.run(() =>
        gateway.ask("DELETE", routeTo("DELETE /api/caches/:id/adoption/request", { params }))
      )
    ) await again();
  };
  return (
    <>
      {request && <p>{say(`adopt.request.${request.status}`)}</p>}
      {request?.status === "pending" && (
        <Button disabled={doing.busy.value} onClick={() => void back()}>{say("adopt.back")}</Button>
      )}
      {reason && reason !== "request_exists" && <p class="soft">{say(`adopt.not.${reason}`)}</p>}
      {canRequest && (
        <form class="hide-form" onSubmit={(event) => void ask(event)}>
          <div class="choices">
            <Tick label={say("adopt.in_place")} value={inPlace} />
          </div>
          <TextField id={`note-${offer.code}`} label={say("adopt.note")} maxLength={300} value={note} />
          <Button kind="main" submit disabled={doing.busy.value}>{say("adopt.ask")}</Button>
        </form>
      )}
      <Problem of={doing} />
    </>
  );
}
