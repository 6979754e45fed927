/** Who is signed in here, what is theirs, and what they chose: rows with their values, so that most need no visit. */
import { useApp, waitsFor } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { PAGES } from "../pages/page_table.ts";
import { signInAddress } from "../pages/router.ts";
import { ownerCall } from "../../base/callsigns.ts";
import type { IconName } from "../ui/icons/icon.tsx";
import { Card, Entries, GroupHead, Tiles } from "../ui/look/lists.tsx";
import { Banner } from "../ui/look/over.tsx";
import { ChoiceSetting, Setting } from "../ui/look/setting_rows.tsx";
import { ButtonLink, Heading, Loading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { numberFormat } from "../ui/times.ts";
import { SignOut } from "./sign_out.tsx";
import { useSignal } from "@preact/signals";
import {
  chosenLanguage,
  chosenLook,
  LANGUAGE_CHOICES,
  LOOK_CHOICES,
  setLanguage,
  setLook,
  setUnits,
} from "../phone/choices.ts";
import { UNIT_CHOICES, type Units, units } from "../ui/units.ts";
import { useEffect } from "preact/hooks";
import { Medals, MedalsRoom, nextMedal } from "../community/medals.tsx";
import { PlateCard } from "../community/plate_card.tsx";
import { SmallMap } from "../map/small_map.tsx";
import { Badge } from "./verify/badge.tsx";
import { blocksOf, HIGH, type Week, WEEKS } from "./year.ts";

// Who one is here: the plate, the numbers, a year, where, and what one earned.

// A year of finds: a column a week, a block a find; those that were proven by radio are filled.

/** Units of a column and of a block. */
const STEP = 8, ROW = 14;

/** Without weeks, which are not known yet, it is room and tells nothing. */
function Year({ weeks }: { weeks: readonly Week[] | undefined }) {
  const finds = weeks?.map((week) => week.finds) ?? [];
  const total = finds.reduce((sum, n) => sum + n, 0), best = Math.max(0, ...finds);
  return (
    <Card>
      <p class="year-head">
        <strong>{say("me.year")}</strong>
        {best > 0 && <span class="soft">{say("me.year.best", { n: best })}</span>}
      </p>
      <svg
        class="year"
        viewBox={`0 0 ${WEEKS * STEP} ${HIGH * ROW}`}
        role="img"
        aria-hidden={!weeks}
        aria-label={say("me.year.told", { n: total })}
      >
        {blocksOf(weeks ?? []).map(({ week, row, is }) => (
          <rect
            key={`${week}/${row}`}
            class={is && `year-${is}`}
            x={week * STEP + 1}
            y={(HIGH - 1 - row) * ROW + 2}
            width={STEP - 2}
            height={ROW - 3}
            rx="2"
          />
        ))}
      </svg>
    </Card>
  );
}

/** How many places the small map shows. */
const ON_MAP = 60;

function Self({ call, verified }: { call: string; verified: boolean }) {
  const { caches } = useApp();
  useEffect(() => void caches.refresh(), []);
  const profile = useRead(routeTo("GET /api/profile/:call", { params: { call } }));
  const person = profile.known.value?.value;
  const calls = useRead(routeTo("GET /auth/callsigns")).known.value?.value.callsigns;
  const waits = useRead(routeTo("GET /api/my/held")).known.value?.value;
  const posts = waits ? waits.logs + waits.mail : 0;
  const year = useRead(routeTo("GET /api/my/year")), weeks = year.known.value?.value.weeks;
  const held = calls?.find((one) => one.active),
    count = (n: number | undefined) => n === undefined ? "–" : numberFormat({}).format(n);
  const found = caches.sorted.value.filter((row) => caches.mark(row) === "found").slice(0, ON_MAP);
  return (
    <>
      <PlateCard
        call={call}
        proven={verified}
        how={held ? <Badge held={held} /> : say(verified ? "badge.verified" : "badge.unverified")}
        name={person?.profile?.displayName}
        grid={person?.profile?.homeGrid}
      >
        {!verified && (
          <>
            <p>{say("me.unverified")}</p>
            {(waits?.held || posts > 0) && (
              <p class="soft">
                {say("waits.me")} {posts > 0 && say("waits.me.n", { n: posts })}
              </p>
            )}
            <ButtonLink href="/me/verify" icon="radio">{say("page.verify")}</ButtonLink>
          </>
        )}
      </PlateCard>
      <Tiles
        of={[
          { value: count(person?.finds), words: say("profile.tile.finds", { n: person?.finds ?? 0 }) },
          {
            value: <span class="go">{count(person && (person.byTier.A ?? 0))}</span>,
            words: say("profile.tile.radio"),
          },
          { value: count(person?.hides), words: say("profile.tile.hidden") },
        ]}
      />
      {/* What comes later has its room from the start: the rows below do not move under a finger. */}
      {(weeks || !year.problem.value) && <Year weeks={weeks} />}
      {found.length > 0 && (
        <div class="me-map">
          <SmallMap
            points={found.map((row) => ({ ...row, mark: "found" as const }))}
            label={say("me.where")}
            leastM={4000}
            fills
          />
        </div>
      )}
      {person
        ? <Medals of={person.badges} next={nextMedal(person.badges)} />
        : !profile.problem.value && <MedalsRoom />}
    </>
  );
}

// Language, look and units of the app on this device. For somebody signed in, the gateway keeps language and units as
// well.

function DeviceChoices() {
  const app = useApp();
  const speak = (choice: typeof LANGUAGE_CHOICES[number]) => {
    setLanguage(choice);
    app.setPrefs({ lang: choice === "system" ? null : choice });
  };
  const measure = (choice: Units) => {
    setUnits(choice);
    app.setPrefs({ locale: { units: choice } });
  };
  return (
    <>
      <GroupHead>{say("me.device")}</GroupHead>
      <Card flush>
        <Entries label={say("me.device")}>
          <ChoiceSetting
            id="look"
            icon="eye"
            label={say("me.look")}
            choices={LOOK_CHOICES}
            words={(one) => say(`me.look.${one}`)}
            value={useSignal(chosenLook())}
            set={setLook}
          />
          <ChoiceSetting
            id="language"
            icon="messages-square"
            label={say("me.language")}
            choices={LANGUAGE_CHOICES}
            words={(one) => one === "system" ? say("me.language.system") : nameOf(one)}
            value={useSignal(chosenLanguage())}
            set={speak}
          />
          <ChoiceSetting
            id="units"
            icon="navigation"
            label={say("me.units")}
            choices={UNIT_CHOICES}
            words={(one) => say(`me.units.${one}`)}
            value={useSignal<Units>(units.value)}
            set={measure}
          />
        </Entries>
      </Card>
    </>
  );
}

/** A language is named in itself, so that whoever reads it finds it. */
const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
};

export default function MePage() {
  const app = useApp();
  const start = app.start.value?.value, call = start?.session.call, waiting = waitsFor(app);
  // Whoever opens it without a connection, and is nobody this phone knows, does not wait for the gateway.
  const known = start !== undefined || app.reader.missing.value;
  return (
    <>
      <div class="unseen">
        <Heading>{say("page.me")}</Heading>
      </div>
      {/* Until it is known who is here, the columns stand as for a member: nobody sees them change. */}
      <div class={call || !known ? "me" : "me me-nobody"}>
        <div class="me-head">
          {call
            ? (
              <Boundary>
                <Self call={call} verified={start!.session.verified} />
              </Boundary>
            )
            : known
            ? <Nobody />
            : <Loading />}
        </div>
        <div class="me-set">
          {waiting > 0 && (
            <Banner icon="hourglass" calm action={<a href="/waiting">{say("me.waiting.look")}</a>}>
              {say("me.waiting", { n: waiting })}
            </Banner>
          )}
          {call && (
            <Boundary>
              <Own call={call} />
            </Boundary>
          )}
          {/* Below what is one's own, which pushes nothing down when it comes. */}
          {known && <DeviceChoices />}
          {call && <SignOut call={call} />}
        </div>
      </div>
    </>
  );
}

/** Of somebody who is not signed in. */
const Nobody = () => (
  <section class="plate-card">
    <p class="me-what">{say("me.nobody")}</p>
    <p class="soft">{say("me.nobody.what")}</p>
    <div class="buttons">
      <ButtonLink href={signInAddress("/me")} icon="user">{say("write.signin.link")}</ButtonLink>
      <ButtonLink href="/welcome" kind="quiet">{say("me.nobody.how")}</ButtonLink>
    </div>
  </section>
);

function Own({ call }: { call: string }) {
  const { packs } = useApp();
  const calls = useRead(routeTo("GET /auth/callsigns")).known.value?.value.callsigns;
  const keys = useRead(routeTo("GET /keys/:call", { params: { call: ownerCall(call) } })).known.value?.value
    .keys;
  const person = useRead(routeTo("GET /api/profile/:call", { params: { call } })).known.value?.value;
  const count = (n: number | undefined) =>
    n === undefined || n === 0 ? undefined : numberFormat({}).format(n);
  const row = (
    page:
      | "calls"
      | "profile"
      | "notices"
      | "access"
      | "mine"
      | "logs"
      | "lists"
      | "statistics"
      | "awards"
      | "cards"
      | "watches"
      | "myStations"
      | "myBoxes"
      | "packs"
      | "data",
    icon: IconName,
    value?: preact.ComponentChildren,
  ) => <Setting key={page} icon={icon} name={say(PAGES[page].title)} value={value} href={PAGES[page].path} />;
  const more = (calls?.length ?? 1) - 1;
  return (
    <>
      <GroupHead>{say("me.group.you")}</GroupHead>
      <Card flush>
        <Entries label={say("me.group.you")}>
          {row("calls", "radio", <span class="code">{call}{more > 0 && ` +${more}`}</span>)}
          {row("profile", "user", person?.profile?.displayName)}
          {row("notices", "bell")}
          {row("access", "key-round", keys && say("me.devices", { n: keys.length }))}
        </Entries>
      </Card>
      <GroupHead>{say("me.group.things")}</GroupHead>
      <Card flush>
        <Entries label={say("me.group.things")}>
          {row("mine", "archive", count(person?.hides))}
          {row("logs", "pencil", count(person?.finds))}
          {row("statistics", "gauge")}
          {row("awards", "trophy")}
          {row("cards", "radio")}
          {row("lists", "list")}
          {row("watches", "eye")}
          {row("myStations", "radio-tower")}
          {row("myBoxes", "hard-drive")}
          {row("packs", "package", packs.list.value.map(({ grid }) => grid).slice(0, 2).join(", "))}
          {row("data", "download")}
        </Entries>
      </Card>
    </>
  );
}
