/** One card: the drawing, what the receiver's owner wrote, its four designs, and the ways to print it and hand it on. */
import { useSignal } from "@preact/signals";
import { passOn } from "../../../cache/pass_on.ts";
import { useApp } from "../../../phone/app.ts";
import { Problem, useDoing } from "../../../phone/doing.tsx";
import { useReachedAt } from "../../../phone/passed/reached_at.ts";
import { useRead } from "../../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../../phone/wire/routes.ts";
import { SHARE_2 } from "../../../ui/icons/field_paths.ts";
import { Radios } from "../../../ui/choices.tsx";
import { TierBadge } from "../../../ui/look/radio.tsx";
import { AskOnce, Button, Foreign, Loading, Unread } from "../../../ui/parts.tsx";
import { language, say } from "../../../ui/say.ts";
import { sayDate, sayDistance } from "../../../ui/times.ts";

export type OwnCard = AnswerOf<"GET /api/my/cards">["cards"][number];
const DESIGNS = ["map", "plate", "book", "hill"] as const satisfies readonly OwnCard["design"][];

/** Address of a card's drawing in the design that was chosen, or in another. */
export const drawingOf = ({ code, design }: OwnCard, lang: string, other = design): string =>
  `/qsl/${code}.svg?design=${other}&lang=${lang}`;

export function OneCard({ find, account, changed }: {
  find: number;
  account: string;
  changed: () => Promise<void>;
}) {
  const { known, problem, again } = useRead(routeTo("GET /api/my/cards/:find", { params: { find } }));
  if (problem.value) return <Unread>{problem.value}</Unread>;
  const card = known.value?.value;
  if (!card) return <Loading />;
  const all = async () => void await Promise.all([again(), changed()]);
  return <Shown card={card} account={account} again={all} />;
}

function Shown({ card, account, again }: { card: OwnCard; account: string; again: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing(), at = useReachedAt(), copied = useSignal(false);
  const { code: lang } = language.value, { find, code, call, heardBy, distanceM, line, lineBy } = card;
  const heard = [heardBy, distanceM === null ? "" : sayDistance(distanceM)].filter(Boolean).join(", ");
  const design = useSignal(card.design);
  const choose = (wanted: OwnCard["design"]) =>
    void doing.run(() =>
      gateway.ask(
        "PATCH",
        routeTo("PATCH /api/my/cards/:find", { params: { find } }),
        { design: wanted },
        account,
      )
    ).then((ok) => {
      if (!ok) design.value = card.design;
      return again();
    });
  const share = async () =>
    void (copied.value = await passOn({ title: `${call}: ${heard}`, url: `${at}/qsl/${code}` }) === "copied");
  return (
    <article class="card-one" aria-labelledby="card-name">
      <p class="card-back">
        <a href="/me/cards">{say("cards.back")}</a>
      </p>
      <header class="card-one-head">
        <div>
          <h2 id="card-name">
            <a href={`/find/${find}`}>
              <Foreign>{card.cache}</Foreign>
            </a>
          </h2>
          <p class="soft">{say("cards.by", { heard })}</p>
        </div>
        <TierBadge tier="A">{say("cards.proven")}</TierBadge>
      </header>
      <img
        class="qsl"
        src={drawingOf(card, lang, design.value)}
        width="600"
        height="400"
        alt={say("cards.alt", { call, heard, date: sayDate(card.at) })}
      />
      {line !== null && (
        <div class="card-line">
          <p>
            <strong>{say("cards.writes", { call: lineBy ?? heardBy })}</strong>{" "}
            <q>
              <Foreign>{line}</Foreign>
            </q>
          </p>
          <Report code={code} account={account} />
        </div>
      )}
      <div class="card-designs">
        <Radios
          name="card-design"
          label={say("cards.design")}
          choices={DESIGNS}
          words={(one) => (
            <>
              <img class="qsl" src={drawingOf(card, lang, one)} width="600" height="400" alt="" />
              {say(`cards.design.${one}`)}
            </>
          )}
          value={design}
          set={choose}
        />
      </div>
      <Problem of={doing} />
      <div class="buttons">
        <a class="button" href={`/qsl/${code}?lang=${lang}`} target="_self">{say("cards.print")}</a>
        <a class="button" href={`/qsl/${code}.png?lang=${lang}`} download={`${code}.png`}>
          {say("cards.save")}
        </a>
        <Button kind="main" icon={SHARE_2} onClick={() => void share()}>
          {say(copied.value ? "cards.shared" : "cards.share")}
        </Button>
      </div>
      <p class="soft">{say("cards.signed")}</p>
    </article>
  );
}

/** Tells the operators of a line that nobody should have to read. */
function Report({ code, account }: { code: string; account: string }) {
  const { gateway } = useApp(), doing = useDoing(), sent = useSignal(false);
  const send = async () => {
    const about = { kind: "card", id: code, category: "offensive" } as const;
    sent.value = await doing.run(() => gateway.ask("POST", routeTo("POST /api/reports"), about, account));
  };
  if (sent.value) return <p role="status">{say("cards.reported")}</p>;
  return (
    <>
      <AskOnce
        words={say("cards.report")}
        label={say("cards.report.label")}
        what={say("cards.report.what")}
        sure={say("cards.report.do")}
        disabled={doing.busy.value}
        act={() => void send()}
      />
      <Problem of={doing} />
    </>
  );
}
