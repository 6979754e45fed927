/** Tells the operators that something is wrong with a cache, one of its photos or a log: whoever sees it may say so. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import { useRead } from "../phone/use_read.ts";
import { ChoiceField } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
import { Button, takesFocus } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import type { CacheSeen } from "./cache_seen.ts";
import type { Photo } from "./photos/read_photos.ts";

/** What may be wrong (API "Caches, logs, media"). */
const CATEGORIES = ["unsafe", "offensive", "spam", "copyright", "other"] as const;

/** A thing that can be reported, as the API names it. */
interface Thing {
  kind: "cache" | "media" | "log";
  id: string | number;
  words: string;
  /** Of a visitor's log: the club where they live, which hears of it. */
  home?: string | undefined;
}

export function ReportForm({ cache, photos, done }: {
  cache: CacheSeen;
  photos: readonly Photo[];
  done: () => void;
}) {
  const { gateway } = useApp(), doing = useDoing();
  const { known } = useRead(routeTo("GET /api/caches/:id/logs", { params: { id: cache.code } }));
  const about = useSignal("0"), category = useSignal<typeof CATEGORIES[number]>("unsafe");
  const text = useSignal(""), sent = useSignal(false);
  const things: Thing[] = [
    { kind: "cache", id: cache.id ?? cache.code, words: say("report.cache") },
    ...photos.flatMap(({ id, title }, i): Thing[] =>
      id === undefined ? [] : [{ kind: "media", id, words: title || say("cache.photo", { n: i + 1 }) }]
    ),
    ...(known.value?.value.logs ?? []).flatMap(({ id, author, foundAt }): Thing[] =>
      id === null ? [] : [{
        kind: "log",
        id,
        words: say("report.log", { call: author.call, date: sayDate(foundAt) }),
        home: author.home,
      }]
    ),
  ];
  const { home } = things[Number(about.value)]!;
  if (sent.value) {
    return (
      <section class="notice" role="status" tabIndex={-1} ref={takesFocus}>
        <p>{say("report.sent")}</p>
        <Button onClick={done}>{say("report.close")}</Button>
      </section>
    );
  }
  const send = async (event: Event) => {
    event.preventDefault();
    const { kind, id } = things[Number(about.peek())]!;
    sent.value = await doing.run(() =>
      gateway.ask("POST", routeTo("POST /api/reports"), {
        ...{ kind, id, category: category.peek() },
        ...(text.peek() && { text: text.peek() }),
      })
    );
  };
  return (
    <form class="report notice" onSubmit={(event) => void send(event)}>
      <h2 tabIndex={-1} ref={takesFocus}>{say("cache.report")}</h2>
      <ChoiceField
        id="report-about"
        label={say("report.about")}
        choices={things.map((_, i) => String(i))}
        words={(i) => things[Number(i)]!.words}
        value={about}
      />
      <ChoiceField
        id="report-why"
        label={say("report.why")}
        choices={CATEGORIES}
        words={(one) => say(`report.${one}`)}
        value={category}
      />
      <TextField
        id="report-text"
        label={say("report.text")}
        rows={3}
        maxLength={1000}
        required={category.value === "other"}
        value={text}
      />
      {home && <p class="soft">{say("report.both", { home })}</p>}
      <Problem of={doing} />
      <div class="buttons">
        <Button kind="main" submit disabled={doing.busy.value}>{say("report.send")}</Button>
        <Button onClick={done}>{say("report.close")}</Button>
      </div>
    </form>
  );
}
