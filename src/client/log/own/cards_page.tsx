/** A member's box of cards: each find that a receiver proved, whom one's own receivers heard, and the card that was chosen. */
import { useSignal } from "@preact/signals";
import { place } from "../../pages/router.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { SEND } from "../../ui/icons/field_paths.ts";
import { TextField } from "../../ui/fields.tsx";
import { GroupHead } from "../../ui/look/lists.tsx";
import { Empty } from "../../ui/look/over.tsx";
import { CallPlate, IconDisc } from "../../ui/look/radio.tsx";
import { Button, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { language, say } from "../../ui/say.ts";
import { sayDate, sayDistance, sayTick } from "../../ui/times.ts";
import { drawingOf, OneCard, type OwnCard } from "./cards/one_card.tsx";

type Heard = AnswerOf<"GET /api/my/cards">["heard"][number];
/** Longest line that one writes back, in characters. */
const LINE_MOST = 80;

export default function CardsPage() {
  return (
    <SignedIn title="cards.title">
      {(call) => <Cards account={call} />}
    </SignedIn>
  );
}

function Cards({ account }: { account: string }) {
  const { known, problem, again } = useRead(routeTo("GET /api/my/cards"));
  const find = Number(new URLSearchParams(place.value.query).get("find")) || undefined;
  if (problem.value) return <Unread>{problem.value}</Unread>;
  const box = known.value?.value;
  if (!box) return <Loading />;
  const { cards, year, heard, next } = box;
  // On a wide screen one card is always beside the box; a phone shows either.
  const chosen = find ?? cards[0]?.find;
  return (
    <div class={find === undefined ? "card-split" : "card-split card-chosen"}>
      <div class="card-box">
        {year.n > 0 && <p class="soft">{say("cards.year", { n: year.n })}</p>}
        {heard.map((one) => <Answer key={one.find} one={one} account={account} again={again} />)}
        {cards.length === 0
          ? <Empty icon="radio-tower">{say("cards.none")}</Empty>
          : <Shelf cards={cards} next={next} chosen={chosen} />}
      </div>
      {chosen !== undefined && <OneCard key={chosen} find={chosen} account={account} changed={again} />}
    </div>
  );
}

const yearOf = ({ at }: OwnCard): number => new Date(at * 1000).getUTCFullYear();

/** Some cards under their years, and the way to earlier ones, which are read when they are wanted. */
function Shelf({ cards, next, chosen }: {
  cards: readonly OwnCard[];
  next: string | undefined;
  chosen: number | undefined;
}) {
  const wanted = useSignal(false), { code: lang } = language.value;
  return (
    <>
      {[...Map.groupBy(cards, yearOf)].map(([year, some]) => (
        <section key={year}>
          <GroupHead>{String(year)}</GroupHead>
          <ul class="card-thumbs">
            {some.map((card) => (
              <li key={card.find}>
                <a
                  class="card-thumb"
                  href={`/me/cards?find=${card.find}`}
                  aria-current={card.find === chosen ? "true" : undefined}
                >
                  <img
                    class="qsl"
                    src={drawingOf(card, lang)}
                    width="600"
                    height="400"
                    loading="lazy"
                    alt=""
                  />
                  <span class="card-thumb-words">
                    <b class="code">{card.heardBy}</b>
                    {card.distanceM !== null && <span>{sayDistance(card.distanceM)}</span>}
                    <span class="soft">{sayDate(card.at)}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {next !== undefined && (wanted.value
        ? <Earlier before={next} chosen={chosen} />
        : <Button onClick={() => wanted.value = true}>{say("cards.earlier")}</Button>)}
    </>
  );
}

function Earlier({ before, chosen }: { before: string; chosen: number | undefined }) {
  const { known, problem } = useRead(routeTo("GET /api/my/cards", { query: { before } }));
  if (problem.value) return <Unread>{problem.value}</Unread>;
  const page = known.value?.value;
  return page ? <Shelf cards={page.cards} next={page.next} chosen={chosen} /> : <Loading />;
}

/** Whom the member's receiver heard, with a line to write back. */
function Answer({ one, account, again }: { one: Heard; account: string; again: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing(), line = useSignal(one.line ?? "");
  const path = { params: { find: one.find } };
  const send = (event: Event) => {
    event.preventDefault();
    void doing.run(() =>
      gateway.ask("PUT", routeTo("PUT /api/my/cards/heard/:find/line", path), { line: line.peek() }, account)
    ).then(again);
  };
  const drop = () => {
    void doing.run(() =>
      gateway.ask("DELETE", routeTo("DELETE /api/my/cards/heard/:find/line", path), undefined, account)
    ).then(() => line.value = "").then(again);
  };
  const how = { site: one.site, time: `${sayDate(one.at)}, ${sayTick(one.at, 0)}` };
  return (
    <section class="card-answer" aria-label={say("cards.heard.label", { call: one.call })}>
      <div class="card-answer-head">
        <IconDisc icon="radio-tower" />
        <p>
          <strong>
            {say("cards.heard")} <CallPlate call={one.call} />
            {one.distanceM !== null && `, ${sayDistance(one.distanceM)}`}
          </strong>
          <span class="soft">
            {say("cards.heard.how", how)}
            {one.cache !== null && (
              <>
                {" · "}
                <Foreign>{one.cache}</Foreign>
              </>
            )}
          </span>
        </p>
      </div>
      <form class="card-answer-line" onSubmit={send}>
        <TextField
          bare
          label={say("cards.line")}
          placeholder={say("cards.line")}
          required
          maxLength={LINE_MOST}
          value={line}
        />
        <Button
          kind="round"
          submit
          icon={SEND}
          disabled={doing.busy.value}
          aria-label={say("cards.line.send")}
        />
      </form>
      {one.line !== null && (
        <p class="card-answer-kept">
          <span class="soft">{say("cards.line.there")}</span>
          <Button disabled={doing.busy.value} onClick={drop}>{say("cards.line.drop")}</Button>
        </p>
      )}
      <Problem of={doing} />
    </section>
  );
}
