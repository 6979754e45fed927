/** The moment of a find or of a new cache: what it is worth, the how manieth, and what one may do next. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { passOn } from "../cache/pass_on.ts";
import { useApp } from "../phone/app.ts";
import { useReachedAt } from "../phone/passed/reached_at.ts";
import type { Item } from "../phone/queue/item.ts";
import { SHARE_2 } from "../ui/icons/field_paths.ts";
import { Entries, Entry, Far } from "../ui/look/lists.tsx";
import { KindDisc, TierBadge } from "../ui/look/radio.tsx";
import { Button, ButtonLink, Foreign, Heading } from "../ui/parts.tsx";
import { bearing } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { type Key, language, say } from "../ui/say.ts";
import { distanceParts } from "../ui/times.ts";
import { nextFrom } from "./moment.ts";

export function MomentCard({ item }: { item: Item }) {
  const { caches, start } = useApp();
  const { kind, title, cache, state, answer, body } = item, isFind = kind === "log";
  useEffect(() => void caches.refresh(), [state]);
  const code = cache || (answer?.value as { code?: string } | undefined)?.code || "";
  const row = caches.rows.value.find((one) => one.code === code);
  const n = isFind ? caches.finds.value : caches.hides.value;
  const verified = start.value?.value.session.verified;
  return (
    <section class="moment">
      <Arc />
      <Heading>{say(isFind ? "moment.found" : "moment.hidden")} {n !== undefined && sayNth(n)}</Heading>
      <p class="moment-what">
        <KindDisc type={row?.type ?? String(body.type ?? "")} />
        <a href={code ? `/c/${encodeURIComponent(code)}` : "/own"}>
          <Foreign>{title}</Foreign>
        </a>
      </p>
      {isFind && <Worth item={item} />}
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
function Worth({ item: { state, answer, expects } }: { item: Item }) {
  const tier = (answer?.value as { tier?: "A" | "B" | null } | undefined)?.tier;
  if (state === "settled" && tier !== undefined) {
    return (
      <p>
        <TierBadge tier={tier ?? "none"}>{say(`tier.${tier ?? "none"}`)}</TierBadge>
      </p>
    );
  }
  return (
    <p>
      <TierBadge tier="waits">{say("moment.waits")}</TierBadge>{" "}
      {expects && say("waiting.expect", { tier: say(`tier.${expects.tier ?? "none"}`) })}
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

/** A signal's path from hand to mast, drawn once. */
const Arc = () => (
  <svg class="moment-arc" viewBox="0 0 240 84" aria-hidden="true">
    <path class="rung-hill" d="M0 78c60-4 100-24 156-26s68 16 84 26z" />
    <path class="moment-mast" d="M184 28v24M184 36l-8 17M184 36l8 17M179 46h10M40 50v14M36 62h8v14h-8z" />
    <path class="moment-wave" d="M44 62Q104 -24 182 32" pathLength="1" />
    <circle class="moment-spot" cx="40" cy="68" r="13" />
  </svg>
);
