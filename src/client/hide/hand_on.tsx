/** Handing a cache on: the owner asks a member or offers it to whoever asks; the member who is asked says yes or no. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { type AnswerOf, routeTo } from "../phone/wire/routes.ts";
import { Radios, Tick } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
import { GroupHead } from "../ui/look/lists.tsx";
import { KindDisc } from "../ui/look/radio.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";

export type Handing = AnswerOf<"GET /api/my/handings">["toMe"][number];
type Again = () => Promise<unknown>;

const WAYS = { member: "hand.to.member", anybody: "hand.to.anybody" } as const;

/** For an owner: who is asked, or the form that asks. */
export function HandOn(
  { code, handing, again }: { code: string; handing: Handing | undefined; again: Again },
) {
  return handing ? <Waits handing={handing} again={again} /> : (
    <details class="hint">
      <summary>{say("hand.on")}</summary>
      <Ask code={code} again={again} />
    </details>
  );
}

function Ask({ code, again }: { code: string; again: Again }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const way = useSignal<keyof typeof WAYS>("member"), callsign = useSignal(""), note = useSignal("");
  const inPlace = useSignal(true);
  const params = { id: code };
  const ask = async (event: Event) => {
    event.preventDefault();
    const line = note.peek().trim();
    const done = await doing.run(() =>
      way.peek() === "member"
        ? gateway.ask("POST", routeTo("POST /api/caches/:id/handing", { params }), {
          callsign: callsign.peek().trim(),
          inPlace: inPlace.peek(),
          note: line,
        })
        : gateway.ask("POST", routeTo("POST /api/caches/:id/adoption/offer", { params }), { note: line })
    );
    if (done) await again();
  };
  return (
    <form class="hide-form" onSubmit={(event) => void ask(event)}>
      <p class="soft">{say("hand.what")}</p>
      <Radios
        name={`way-${code}`}
        label={say("hand.to")}
        choices={["member", "anybody"]}
        words={(one) => say(WAYS[one])}
        value={way}
        down
      />
      {way.value === "member" && (
        <>
          <TextField id={`call-${code}`} label={say("hand.call")} maxLength={12} value={callsign} required />
          <div class="choices">
            <Tick label={say("adopt.in_place")} value={inPlace} />
          </div>
        </>
      )}
      <TextField
        id={`hand-note-${code}`}
        label={say("hand.note")}
        maxLength={300}
        value={note}
        required={way.value === "anybody"}
      />
      <Button kind="main" submit disabled={doing.busy.value}>
        {say(way.value === "member" ? "hand.ask" : "hand.offer")}
      </Button>
      <Problem of={doing} />
    </form>
  );
}

/** A member is asked; the owner may keep the cache after all. */
function Waits({ handing: { code, to, endsAt }, again }: { handing: Handing; again: Again }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const keep = async () => {
    const path = routeTo("DELETE /api/caches/:id/handing", { params: { id: code } });
    if (await doing.run(() => gateway.ask("DELETE", path))) await again();
  };
  return (
    <section class="notice">
      <p>{say("hand.waits", { call: to, date: sayDate(endsAt) })}</p>
      <Button disabled={doing.busy.value} onClick={() => void keep()}>{say("mine.keep")}</Button>
      <Problem of={doing} />
    </section>
  );
}

/** For a member: the caches that others would like to hand on, each with yes and no. */
export function HandedToMe({ handings, again }: { handings: readonly Handing[]; again: Again }) {
  if (handings.length === 0) return null;
  return (
    <section>
      <GroupHead>{say("hand.me")}</GroupHead>
      <ul class="own-list">
        {handings.map((handing) => <Answer key={handing.code} handing={handing} again={again} />)}
      </ul>
    </section>
  );
}

function Answer({ handing, again }: { handing: Handing; again: Again }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { code, title, type, from, note, inPlace, endsAt } = handing;
  const params = { id: code };
  const answer = async (
    path: "POST /api/caches/:id/handing/yes" | "POST /api/caches/:id/handing/no",
  ) => {
    if (await doing.run(() => gateway.ask("POST", routeTo(path, { params }), {}))) await again();
  };
  return (
    <li class="card card-flush own-cache">
      <h2>
        <a class="entry" href={`/c/${code}`}>
          <KindDisc type={type} />
          <span class="entry-words">
            <Foreign>{title}</Foreign>
            <span class="entry-line code">{code}</span>
          </span>
        </a>
      </h2>
      <p>{say("hand.me.until", { call: from, date: sayDate(endsAt) })}</p>
      {note && (
        <p class="text">
          <Foreign>{note}</Foreign>
        </p>
      )}
      <p class="soft">{say(inPlace ? "hand.in_place" : "hand.not_in_place")}</p>
      <div class="buttons">
        <Button
          kind="main"
          disabled={doing.busy.value}
          onClick={() => void answer("POST /api/caches/:id/handing/yes")}
        >
          {say("hand.yes")}
        </Button>
        <Button disabled={doing.busy.value} onClick={() => void answer("POST /api/caches/:id/handing/no")}>
          {say("hand.no")}
        </Button>
      </div>
      <Problem of={doing} />
    </li>
  );
}
