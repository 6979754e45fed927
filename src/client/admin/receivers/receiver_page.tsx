/** One receiver: how it is, what it hears, whose hearing counts through it, the finds it proved, and its removal. */
import { sayLock, sayState } from "../../shack/boxes/box_words.ts";
import { ReadAt } from "../../shack/read_at.tsx";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { PAGES } from "../../pages/page_table.ts";
import { CoveredSquares } from "../../map/over/covered_squares.tsx";
import { Card, Tiles } from "../../ui/look/lists.tsx";
import { CallPlate, OnAir } from "../../ui/look/radio.tsx";
import { Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { numberFormat, sayAgo, sayDate, sayDistance, sayDuration } from "../../ui/times.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { type Box, faultsOf, type Heard, heardAt, hearingOf, MARKS, sayLast } from "./boxes.ts";
import { FindList } from "./find_list.tsx";
import { TrustBox } from "./trust_box.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Danger } from "../parts/danger.tsx";

// Removes a box: says what ends at once, and asks for its name. It can join again only with a new code.

function EndBox({ box, finds, again }: { box: Box; finds: number; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const sites = box.trust?.sites ?? [];
  return (
    <section>
      <h2>{tell("end.title")}</h2>
      <Danger
        id="end-box"
        label={tell("end.do")}
        word={box.box}
        touches={[
          tell("end.key"),
          sites.length > 0
            ? tell("end.sites", { n: sites.length, sites: sites.join(" ") })
            : tell("end.no_sites"),
          tell("end.commands"),
          tell("end.finds", { n: finds }),
        ]}
        act={() =>
          gateway.ask("POST", routeTo("POST /api/admin/boxes/:id/revoke", { params: { id: box.box } }))}
        done={tell("end.done")}
        after={again}
      />
    </section>
  );
}

// Whether a box may run services of this instance (mail, the queue to APRS-IS); independent of whether its hearing
// counts.

function Services({ box, again }: { box: Box; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const path = routeTo("POST /api/admin/boxes/:id/services", { params: { id: box.box } });
  return (
    <section>
      <h2>{tell("services.title")}</h2>
      <p class="soft">{tell("services.what")}</p>
      <Card flush>
        <Danger
          id="services-off"
          label={tell("services.off")}
          choice={{ icon: "mailbox", name: tell("services.may"), on: box.services }}
          touches={[tell("services.off.mail")]}
          act={() => gateway.ask("POST", path, { services: false })}
          done={tell("services.off.done")}
          undo={{ label: tell("services.give"), act: () => gateway.ask("POST", path, { services: true }) }}
          after={again}
        />
      </Card>
    </section>
  );
}

export default function ReceiverPage({ box }: { box: string }) {
  const back = { href: PAGES.adminReceivers.path, words: say("page.admin_receivers") };
  return <AdminFrame title={box} back={back}>{() => <Receiver id={box} />}</AdminFrame>;
}

/** How often the state is read again, in seconds. */
const EVERY_S = 10;
/** Heard within so many seconds is just now. */
const NOW_S = 60;

function Receiver({ id }: { id: string }) {
  const { gateway } = useApp();
  const boxes = useRead(routeTo("GET /api/admin/boxes")), sites = useRead(routeTo("GET /api/admin/sites"));
  const again = async () => {
    await Promise.all([boxes.again(), sites.again()]);
  };
  usePoll(again, EVERY_S);
  const list = boxes.known.value?.value, told = sites.known.value?.value;
  const problem = boxes.problem.value || sites.problem.value;
  if (problem) return <Notice>{problem}</Notice>;
  if (!list || !told) return <Loading />;
  const box = list.boxes.find((one) => one.box === id);
  if (!box) return <Notice>{tell("box.unknown")}</Notice>;
  if (box.revokedAt !== null) {
    return <Notice>{tell("boxes.gone.how", { by: box.revokedBy ?? "", at: sayDate(box.revokedAt) })}</Notice>;
  }
  const now = gateway.now();
  const its = told.heard.filter((one) => one.box === id);
  return (
    <>
      <Wrong faults={faultsOf({ ...list, boxes: [box] }, told, now)} />
      <Said box={box} heard={told.heard} now={now} />
      <ReadAt known={boxes.known.value} everyS={EVERY_S} />
      <Numbers box={box} its={its} />
      <Covers sites={its.map(({ site }) => site)} now={now} />
      <div class="receiver-room">
        <div>
          <TrustBox box={box} heard={its} again={again} />
          <Services box={box} again={again} />
        </div>
        <State box={box} now={now} />
      </div>
      <Ends box={box} now={now} again={again} />
    </>
  );
}

/** Where it is and under which calls it hears, how it is, and when that was. */
function Said({ box, heard, now }: { box: Box; heard: readonly Heard[]; now: number }) {
  const hearing = hearingOf(box, heard, now), last = heardAt(box, heard), trusted = box.trust?.sites ?? [];
  return (
    <p class="receiver-said">
      {trusted.map((site) => <CallPlate key={site} call={site} proven />)}
      {box.label && <bdi>{box.label}</bdi>}
      <Mark kind={MARKS[hearing]}>{tell(`boxes.is.${hearing}`)}</Mark>
      {hearing === "live" && last !== null
        ? <OnAir now={now - last < NOW_S}>{sayLast(box, heard, now)}</OnAir>
        : <span>{sayLast(box, heard, now)}</span>}
    </p>
  );
}

/** What it brought in a day, how far it hears, and what came of it. */
function Numbers({ box, its }: { box: Box; its: readonly Heard[] }) {
  const finds = useRead(routeTo("GET /api/admin/boxes/:id/finds", { params: { id: box.box } })).known.value;
  const covered = useRead(routeTo("GET /api/coverage", { query: { limit: 1 } })).known.value?.value;
  const far = Math.max(
    0,
    ...(covered?.sites ?? []).filter(({ site }) => its.some((one) => one.site === site))
      .map(({ farthestM }) => farthestM ?? 0),
  );
  const sum = (of: "day" | "direct") => its.reduce((total, one) => total + one[of], 0);
  const count = (n: number) => numberFormat({}).format(n);
  return (
    <Tiles
      of={[
        { value: count(sum("day")), words: tell("box.tile.day") },
        { value: count(sum("direct")), words: tell("box.tile.direct") },
        { value: far > 0 ? sayDistance(far) : "–", words: tell("box.tile.far") },
        { value: finds ? count(finds.value.count) : "–", words: tell("box.tile.finds") },
      ]}
    />
  );
}

/** The finds that it proved, and what ends: they are read for a box that is there alone. */
function Ends({ box, now, again }: { box: Box; now: number; again: () => Promise<void> }) {
  const { known } = useRead(routeTo("GET /api/admin/boxes/:id/finds", { params: { id: box.box } }));
  return (
    <>
      <section>
        <h2>{tell("box.finds")}</h2>
        {known.value && <FindList finds={known.value.value} now={now} />}
      </section>
      <EndBox box={box} finds={known.value?.value.count ?? 0} again={again} />
    </>
  );
}

/** What was heard through the station that hears most; each has a page of its own with more. */
function Covers({ sites, now }: { sites: readonly string[]; now: number }) {
  const [first] = sites;
  const covered = useRead(
    first === undefined ? undefined : routeTo("GET /api/coverage", { query: { site: first } }),
  )
    .known.value?.value;
  if (first === undefined) return null;
  return (
    <>
      {covered && covered.squares.length > 0 && <CoveredSquares covered={covered} now={now} />}
      <p class="box-covers">
        {tell("box.covers")}{" "}
        {sites.map((site) => <a key={site} class="code" href={`/s/${encodeURIComponent(site)}`}>{site}</a>)}
      </p>
    </>
  );
}

/** What the box reports about itself. */
function State({ box: { state, enrolledAt, enrolledBy, callsign }, now }: { box: Box; now: number }) {
  return (
    <section>
      <h2>{tell("box.state")}</h2>
      <dl class="facts">
        <dt>{tell("box.enrolled")}</dt>
        <dd>{tell("box.enrolled.how", { at: sayDate(enrolledAt), by: enrolledBy })}</dd>
        {callsign && <dt>{tell("box.for")}</dt>}
        {callsign && <dd class="code">{callsign}</dd>}
        {state && (
          <>
            <dt>{tell("box.version")}</dt>
            <dd class="code">{state.version}</dd>
            <dt>{tell("box.spool")}</dt>
            <dd>{tell("box.spool.how", { ...state.spool })}</dd>
            <dt>{tell("box.clock")}</dt>
            <dd>
              {state.clock.offsetMs === null
                ? tell("box.clock.unknown")
                : tell("box.clock.off", { time: sayDuration(Math.abs(state.clock.offsetMs) / 1000) })}
            </dd>
            <dt>{tell("box.tx")}</dt>
            <dd>
              {state.tx.on && state.tx.locks.length === 0
                ? tell("box.tx.on")
                : tell("box.tx.off", { locks: state.tx.locks.map(sayLock).join(", ") })}
            </dd>
          </>
        )}
      </dl>
      {state
        ? (
          <Table
            label={tell("box.ports")}
            rows={state.ports}
            keyOf={({ address }) => address}
            empty={tell("box.no_ports")}
            columns={[
              {
                id: "port",
                label: tell("hour.port"),
                file: ({ address }) => address,
                cell: ({ address }) => <bdi class="code">{address}</bdi>,
              },
              {
                id: "state",
                label: tell("boxes.state"),
                file: ({ state }) => state,
                cell: ({ state }) => sayState(state),
              },
              { id: "in", label: tell("box.in"), cell: (port) => port.in, by: (port) => port.in },
              {
                id: "last",
                label: tell("hour.last"),
                file: ({ lastHeardAt }) => isoTime(lastHeardAt),
                cell: ({ lastHeardAt, unusuallyQuiet }) => (
                  <Mark kind={unusuallyQuiet ? "wait" : "go"}>
                    {lastHeardAt === null ? tell("boxes.never") : sayAgo(lastHeardAt, now)}
                  </Mark>
                ),
              },
            ]}
          />
        )
        : <p class="soft">{tell("box.no_state")}</p>}
    </section>
  );
}
