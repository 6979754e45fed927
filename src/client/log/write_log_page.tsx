/** The page to write a log. The log is stored on the phone and then sent, so it works without a connection. */
import { useSignal } from "@preact/signals";
import { isMine } from "../cache/mine.ts";
import { useCache } from "../cache/read_cache.ts";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Heading, Notice, Why } from "../ui/parts.tsx";
import { Radios } from "../ui/choices.tsx";
import { TextField } from "../ui/fields.tsx";
import { go, signInAddress } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { PlainHttp } from "../ui/plain_http.tsx";
import { useReach } from "../phone/queue/reach.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { usePosition } from "../phone/position/use_position.ts";
import { PositionLine } from "../phone/position/line.tsx";
import { keepPhotos, type Photo, photosOf } from "../phone/photo/photo.ts";
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { useTyped } from "../phone/drafts/typed.ts";
import { draftOf, keepDraft } from "../phone/drafts/text.ts";
import { type Kind, KINDS, newLog, OWNERS_KINDS } from "./new_log.ts";

/** How many photos the gateway takes with one log. */
const LOG_PHOTOS = 4;

/** A log that is being written; its photos are kept beside it. */
interface Begun {
  kind: Kind;
  text: string;
}

export default function WriteLogPage({ code }: { code: string }) {
  const app = useApp();
  // What was typed before the page was loaded again is still there.
  const draft = `log:${code}`, begun = useSignal(draftOf<Begun>(draft)).peek();
  const chosen = useSignal<Kind>(begun?.kind ?? "found"),
    text = useSignal(begun?.text ?? ""),
    full = useSignal(false),
    busy = useSignal(false);
  const { cache, problem } = useCache(code), reach = useReach(cache.value?.value);
  const call = app.call.value;
  const kinds: readonly Kind[] = cache.value && isMine(cache.value.value, call) ? OWNERS_KINDS : KINDS;
  const kind = kinds.includes(chosen.value) ? chosen.value : kinds[0]!;
  const typed = useTyped<Photo[]>(`photos:${code}`), photos = typed.value.value ?? [];
  const position = usePosition();

  const save = async (event: Event) => {
    event.preventDefault();
    const start = app.start.peek()?.value;
    if (!call || !start || busy.value) return;
    busy.value = true;
    const about = {
      account: call,
      instance: start.instance,
      cache: code,
      title: cache.peek()?.value.title ?? code,
    };
    const wrote = { kind, text: text.peek(), position: position.reading.peek() };
    try {
      const item = await newLog(app, about, wrote);
      const known = cache.peek()?.value, signed = item.body.signed !== undefined;
      const expects = known && expectedOf(known, { ...wrote, at: item.at, signed });
      const reached = reach.peek();
      await keepPhotos(app, photos);
      await app.drain.add({
        ...item,
        ...(expects && { expects: { ...expects, ...(reached !== undefined && { heard: reached }) } }),
      }, ...photosOf(item, photos));
      keepDraft(draft, undefined);
      await typed.keep(undefined);
      go("/waiting");
    } catch {
      // The phone's storage is full and nothing was stored: the text stays in the form.
      full.value = true;
    } finally {
      busy.value = false;
    }
  };

  if (!call) {
    return (
      <>
        <Heading>{say("page.log")}</Heading>
        <About code={code} title={cache.value?.value.title} />
        <Notice action={<a href={signInAddress(`/c/${code}/log`)}>{say("write.signin.link")}</a>}>
          {say("write.signin")}
        </Notice>
      </>
    );
  }
  return (
    <form onSubmit={save}>
      <Heading>{say("page.log")}</Heading>
      <About code={code} title={cache.value?.value.title} />
      {problem.value && (
        <p class="bad">
          <Why says={problem.value} />
        </p>
      )}
      {!kinds.includes("found") && <p class="soft">{say("write.own")}</p>}
      <Radios
        name="kind"
        label={say("write.kind")}
        choices={kinds}
        words={(one) => say(`log.${one}`)}
        value={kind}
        set={(one) => chosen.value = one}
      />
      <TextField
        id="text"
        label={say("write.text")}
        hint={say(kind === "note" ? "write.text.hint.note" : "write.text.hint")}
        rows={4}
        maxLength={2000}
        required={kind === "note"}
        value={text}
        set={(text) => keepDraft(draft, { kind, text } satisfies Begun)}
      />
      {typed.ready && (
        <PhotoField
          id="photo"
          most={LOG_PHOTOS}
          photos={photos}
          set={(now) => void typed.keep(now.length > 0 ? now : undefined)}
        />
      )}
      {!isSecureContext && <PlainHttp />}
      {(full.value || typed.disk.value === "full") && <Notice>{say("write.full")}</Notice>}
      <Button icon="flag" kind="main" submit disabled={busy.value}>{say("write.send")}</Button>
      {/* Below the button, so that the button does not move under the finger when a position comes late. */}
      {isSecureContext
        ? <PositionLine position={position} log />
        : <p class="soft" role="status">{say("fix.cost")}</p>}
      <p>
        <a href={`/c/${code}/radio`}>{say("print.radio")}</a>
      </p>
    </form>
  );
}

/** The cache that the log is about, and the way back to it. */
const About = ({ code, title }: { code: string; title: string | undefined }) => (
  <p>
    <a href={`/c/${code}`} class="code">{code}</a> {title !== undefined && <Foreign>{title}</Foreign>}
  </p>
);
