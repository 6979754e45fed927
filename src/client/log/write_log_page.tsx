/** The page to write a log. The log is stored on the phone and then sent, so it works without a connection. */
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { CacheSeen } from "../cache/cache_seen.ts";
import { isMine } from "../cache/mine.ts";
import { useCache } from "../cache/read_cache.ts";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Heading, Notice, Why } from "../ui/parts.tsx";
import { SEARCH_X, STICKY_NOTE } from "../ui/icons/field_paths.ts";
import { Flags } from "../phone/known/flags.tsx";
import { LOG_FLAGS, saidOf } from "../phone/known/other_facts.ts";
import type { LogSaid } from "../phone/known/log_seen.ts";
import { LOG } from "../../things/log.ts";
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
import { waits } from "../phone/queue/item.ts";
import { useReach } from "../phone/queue/reach.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { usePosition } from "../phone/position/use_position.ts";
import { PositionLine } from "../phone/position/line.tsx";
import { keepPhotos, type Photo, photosOf } from "../phone/photo/photo.ts";
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { useTyped } from "../phone/drafts/typed.ts";
import { draftOf, keepDraft } from "../phone/drafts/text.ts";
import { ExpectCard } from "./expect_card.tsx";
import { MoreChips, textWith } from "./more_chips.tsx";
import { KINDS, likeItem, type LogKind, newLog, OWNERS_KINDS } from "./new_log.ts";
import { useEffect } from "preact/hooks";
import { routeTo } from "../phone/wire/routes.ts";
import { useWouldBe } from "../phone/known/would_be.ts";

// When the signed-in person found a cache, as its log book says; `undefined` where it does not, or is not read yet.

/** `found`: that they have. Only then is the log book read. */
function useOwnFind(code: string, found: boolean): ReadonlySignal<number | undefined> {
  const { reader, call } = useApp();
  const at = useSignal<number | undefined>(undefined);
  useEffect(() => {
    if (!found) return;
    void reader.read(routeTo("GET /api/caches/:id/logs", { params: { id: code } }), ({ value }) => {
      const own = value.logs.find(({ kind, author }) => kind === "found" && author.call === call.peek());
      if (own) at.value = own.foundAt;
    });
  }, [code, found]);
  return at;
}

/** How many photos the gateway takes with one log. */
const LOG_PHOTOS = 4;
const WIDE = "(min-width: 64rem)";

/** A log that is being written; its photos are kept beside it. */
interface Begun extends LogSaid {
  kind: LogKind;
}

export default function WriteLogPage({ code }: { code: string }) {
  const app = useApp();
  // What was typed before the page was loaded again is still there.
  const draft = `log:${code}`, begun = useSignal(draftOf<Begun>(draft)).peek();
  const chosen = useSignal<LogKind | undefined>(begun?.kind),
    said = useSignal<LogSaid>({ text: begun?.text ?? "", ...saidOf(begun ?? {}, LOG_FLAGS) }),
    fault = useSignal<NotKept | undefined>(undefined),
    unsigned = useSignal(""),
    visited = useSignal<number | undefined>(undefined),
    company = useSignal(""),
    liked = useSignal<boolean | undefined>(undefined),
    busy = useSignal(false);
  const { cache, problem } = useCache(code), reach = useReach(cache.value?.value);
  const call = app.call.value;
  // A find that waits is not logged a second time.
  const inOutbox = app.drain.items.value.filter((item) =>
    item.kind === "log" && item.cache === code && item.account === call && waits(item)
  );
  const findWaits = inOutbox.some(({ body }) => body.kind === "found");
  const kinds: readonly LogKind[] = cache.value && isMine(cache.value.value, call)
    ? OWNERS_KINDS
    : KINDS.filter((one) =>
      !(findWaits && one === "found") && !(cache.value?.value.mirrored && one === "look")
    );
  // Whoever has found it already comes back with something to tell; a find that does not count may be logged again.
  const known = cache.value?.value, log = known?.yourLog;
  const isFound = log?.found === true && log.counts !== false;
  const foundAt = useOwnFind(code, isFound).value;
  const first = findWaits || isFound && kinds.includes("found") ? "note" : kinds[0]!;
  const kind = chosen.value && kinds.includes(chosen.value) ? chosen.value : first;
  const would = useWouldBe(
    known && !known.mirrored && kind === "found" && visited.value === undefined && call &&
      app.gateway.reached.value !== false
      ? code
      : undefined,
  );
  const typed = useTyped<Photo[]>(`photos:${code}`), photos = typed.value.value ?? [];
  const { value: disk } = typed.disk;
  const notKept = fault.value ?? (disk === "kept" || disk === "keeping" ? undefined : disk);
  const change = (what: Partial<LogSaid>) => {
    said.value = { ...said.peek(), ...what };
    keepDraft(draft, { ...said.peek(), kind } satisfies Begun);
  };
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
    const at = visited.peek();
    const wrote = {
      ...{
        ...said.peek(),
        text: textWith(said.peek().text, company.peek()),
        kind,
        position: position.reading.peek(),
      },
      ...(at !== undefined && { noted: { at, sentId: app.world.newId() } }),
    };
    try {
      const item = known?.mirrored
        ? await (await import("../visit/visits.ts")).newVisit(app, about, wrote)
        : await newLog(app, about, wrote);
      if (typeof item === "string") return void (unsigned.value = item);
      const signed = (item.body.signed ?? item.body.sig) !== undefined;
      const expects = known && expectedOf(known, { ...wrote, at: at ?? item.at, signed });
      const reached = reach.peek();
      await keepPhotos(app, photos);
      await app.drain.add({
        ...item,
        ...(expects && { expects: { ...expects, ...(reached !== undefined && { heard: reached }) } }),
      }, ...photosOf(item, photos));
      if (liked.peek() !== undefined) await app.drain.add(likeItem(app, about, liked.peek()!));
      keepDraft(draft, undefined);
      await typed.keep(undefined);
      // The way back leads to where one came from, not to the form of a log that is written.
      go(kind === "found" ? `/waiting?new=${item.id}` : "/waiting", { replace: true });
    } catch (error) {
      // Nothing was stored: the text stays in the form.
      fault.value = whyNotKept(error);
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
        {kinds === OWNERS_KINDS && <p class="soft">{say("write.own")}</p>}
        {inOutbox.length > 0 && (
          <Notice action={<a href="/waiting">{say("page.waiting")}</a>}>
            {say("write.waits", { n: inOutbox.length })}
          </Notice>
        )}
        {log?.found && !isFound && <p class="wait">{say("cache.yours.uncounted")}</p>}
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
            would={would}
            reading={position.reading.value}
            heard={reach.value}
            isFind={kind === "found"}
            at={visited.value}
          />
        )}
        {!isSecureContext && <PlainHttp />}
        <TextField
          id="text"
          label={say("write.text")}
          hint={say(
            kind === "note"
              ? "write.text.hint.note"
              : kind === "look"
              ? "write.text.hint.look"
              : "write.text.hint",
          )}
          rows={3}
          maxLength={LOG.facts.text.is.most}
          required={kind === "note" || kind === "look"}
          value={said.value.text}
          set={(text) => change({ text })}
        />
        {known && !known.mirrored && (
          <MoreChips
            text={said.value.text}
            visited={visited}
            company={company}
            liked={liked}
            wasLiked={known.favorited ?? false}
            mayLike={kinds !== OWNERS_KINDS}
          />
        )}
        {!known?.mirrored && <Flags flags={LOG_FLAGS} form={said.value} change={change} />}
        {typed.ready && !known?.mirrored && (
          <PhotoField
            id="photo"
            most={LOG_PHOTOS}
            photos={photos}
            set={(now) => void typed.keep(now.length > 0 ? now : undefined)}
          />
        )}
        {notKept && <Notice>{say(`write.${notKept}`)}</Notice>}
        {unsigned.value && <Notice>{unsigned.value}</Notice>}
        {isSecureContext
          ? <PositionLine position={position} log />
          : <p class="soft" role="status">{say("fix.cost")}</p>}
        {!known?.mirrored && (
          <p>
            <a href={`/c/${code}/radio`}>{say("print.radio")}</a>
          </p>
        )}
        <ActBar>
          <Button icon={kind === "found" ? "flag" : "check"} kind="main" submit disabled={busy.value}>
            {say(kind === "found" ? "write.send.found" : "write.send")}
          </Button>
          {known?.mirrored && <p class="soft">{say("cache.log.goes", { origin: known.origin })}</p>}
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

const SIGNS: Readonly<Record<LogKind, IconName>> = {
  found: "check",
  DNF: SEARCH_X,
  note: STICKY_NOTE,
  look: "flag",
  maintenance: "check",
};

/** The cache that the log is about, and the way back to it. */
const About = ({ code, cache }: { code: string; cache: CacheSeen | undefined }) => (
  <a class="entry log-about" href={`/c/${code}`}>
    <KindDisc type={cache?.type ?? ""} />
    <span class="entry-words">
      <span class="entry-name">{cache ? <Foreign>{cache.title}</Foreign> : code}</span>
      <span class="entry-line code">{cache?.code ?? code}</span>
    </span>
  </a>
);
