/** The page to write a log. The log is stored on the phone and then sent, so it works without a connection. */
import { useSignal } from "@preact/signals";
import type { CacheSeen } from "../cache/cache_seen.ts";
import { isMine } from "../cache/mine.ts";
import { useCache } from "../cache/read_cache.ts";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Heading, Notice, Why } from "../ui/parts.tsx";
import { SEARCH_X, STICKY_NOTE } from "../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { ActBar } from "../ui/look/acting.tsx";
import { Segmented } from "../ui/look/choose.tsx";
import { KindDisc } from "../ui/look/radio.tsx";
import { TextField } from "../ui/fields.tsx";
import { go, signInAddress } from "../pages/router.ts";
import { usePart } from "../ui/use_part.ts";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import { PlainHttp } from "../ui/plain_http.tsx";
import { useReach } from "../phone/queue/reach.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { usePosition } from "../phone/position/use_position.ts";
import { PositionLine } from "../phone/position/line.tsx";
import { keepPhotos, type Photo, photosOf } from "../phone/photo/photo.ts";
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { useTyped } from "../phone/drafts/typed.ts";
import { draftOf, keepDraft } from "../phone/drafts/text.ts";
import { ExpectCard } from "./expect_card.tsx";
import { type Kind, KINDS, newLog, OWNERS_KINDS } from "./new_log.ts";
import { useOwnFind } from "./own_find.ts";

/** How many photos the gateway takes with one log. */
const LOG_PHOTOS = 4;
const WIDE = "(min-width: 64rem)";

/** A log that is being written; its photos are kept beside it. */
interface Begun {
  kind: Kind;
  text: string;
}

export default function WriteLogPage({ code }: { code: string }) {
  const app = useApp();
  // What was typed before the page was loaded again is still there.
  const draft = `log:${code}`, begun = useSignal(draftOf<Begun>(draft)).peek();
  const chosen = useSignal<Kind | undefined>(begun?.kind),
    text = useSignal(begun?.text ?? ""),
    full = useSignal(false),
    busy = useSignal(false);
  const { cache, problem } = useCache(code), reach = useReach(cache.value?.value);
  const call = app.call.value;
  const kinds: readonly Kind[] = cache.value && isMine(cache.value.value, call) ? OWNERS_KINDS : KINDS;
  // Whoever has found it already comes back with something to tell.
  const known = cache.value?.value, isFound = known?.yourLog?.found === true;
  const foundAt = useOwnFind(code, isFound).value;
  const first = isFound && kinds.includes("found") ? "note" : kinds[0]!;
  const kind = chosen.value && kinds.includes(chosen.value) ? chosen.value : first;
  const typed = useTyped<Photo[]>(`photos:${code}`), photos = typed.value.value ?? [];
  const position = usePosition();
  // Beside the form of a wide screen stands where it is.
  const isWide = matchMedia(WIDE).matches;
  const picture = usePart(() => import("../cache/place_picture.tsx"), isWide);

  const save = async (event: Event) => {
    event.preventDefault();
    const start = app.start.peek()?.value;
    if (!call || !start || busy.value) return;
    busy.value = true;
    const about = {
      account: call,
      instance: start.instance,
      cache: code,
      title: known?.title ?? code,
    };
    const wrote = { kind, text: text.peek(), position: position.reading.peek() };
    try {
      const item = await newLog(app, about, wrote);
      const signed = item.body.signed !== undefined;
      const expects = known && expectedOf(known, { ...wrote, at: item.at, signed });
      const reached = reach.peek();
      await keepPhotos(app, photos);
      await app.drain.add({
        ...item,
        ...(expects && { expects: { ...expects, ...(reached !== undefined && { heard: reached }) } }),
      }, ...photosOf(item, photos));
      keepDraft(draft, undefined);
      await typed.keep(undefined);
      go(kind === "found" ? `/waiting?new=${item.id}` : "/waiting");
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
        <About code={code} cache={known} />
        <Notice action={<a href={signInAddress(`/c/${code}/log`)}>{say("write.signin.link")}</a>}>
          {say("write.signin")}
        </Notice>
      </>
    );
  }
  return (
    <div class="log-page">
      <form class="thumbed log-form" onSubmit={save}>
        <Heading>{say("page.log")}</Heading>
        <About code={code} cache={known} />
        {problem.value && (
          <p class="bad">
            <Why says={problem.value} />
          </p>
        )}
        {!kinds.includes("found") && <p class="soft">{say("write.own")}</p>}
        {isFound && (
          <p class="go">{foundAt ? say("write.found", { date: sayDate(foundAt) }) : say("cache.yours")}</p>
        )}
        <Segmented
          name="kind"
          label={say("write.kind")}
          choices={kinds}
          words={(one) => (
            <>
              <Icon name={SIGNS[one]} />
              {say(`log.${one}`)}
            </>
          )}
          value={kind}
          set={(one) => chosen.value = one}
        />
        {known && isSecureContext && (
          <ExpectCard
            cache={known}
            call={call}
            reading={position.reading.value}
            heard={reach.value}
            isFind={kind === "found"}
          />
        )}
        {!isSecureContext && <PlainHttp />}
        <TextField
          id="text"
          label={say("write.text")}
          hint={say(kind === "note" ? "write.text.hint.note" : "write.text.hint")}
          rows={3}
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
        {(full.value || typed.disk.value === "full") && <Notice>{say("write.full")}</Notice>}
        {isSecureContext
          ? <PositionLine position={position} log />
          : <p class="soft" role="status">{say("fix.cost")}</p>}
        <p>
          <a href={`/c/${code}/radio`}>{say("print.radio")}</a>
        </p>
        <ActBar>
          <Button icon={kind === "found" ? "flag" : "check"} kind="main" submit disabled={busy.value}>
            {say(kind === "found" ? "write.send.found" : "write.send")}
          </Button>
        </ActBar>
      </form>
      {isWide && (
        <div class="log-place">
          {picture && known && <picture.PlacePicture cache={known} here={position.reading.value} />}
        </div>
      )}
    </div>
  );
}

const SIGNS: Readonly<Record<Kind, IconName>> = {
  found: "check",
  DNF: SEARCH_X,
  note: STICKY_NOTE,
  maintenance: "check",
};

/** The cache that the log is about, and the way back to it. */
const About = ({ code, cache }: { code: string; cache: CacheSeen | undefined }) => (
  <a class="entry log-about" href={`/c/${code}`}>
    <KindDisc type={cache?.type ?? ""} />
    <span class="entry-words">
      <span class="entry-name">{cache ? <Foreign>{cache.title}</Foreign> : code}</span>
      <span class="entry-line code">{code}</span>
    </span>
  </a>
);
