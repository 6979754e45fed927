/** The overview of administration: what is wrong, the last hour in numbers, the setup checklist, and links to all pages. */
import { useSignal } from "@preact/signals";
import { wideParts } from "../../panes/list_panes.ts";
import { PAGES, pagesIn } from "../../pages/page_table.ts";
import { Button, Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { AGAIN, Checklist } from "./checklist.tsx";
import { Day } from "./day.tsx";
import { LastHour } from "./last_hour.tsx";
import { Lights } from "./lights.tsx";
import { Trends } from "./trends.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { isOnlyHere, passedOn } from "../../ui/passed_on.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { CopyText } from "../../ui/copy_text.tsx";

// How people get here: the address to pass on, and a poster that has it as a QR code.

function Invite() {
  const { known } = useRead(routeTo("GET /health"));
  const addresses = passedOn(location.origin, known.value?.value.addresses ?? []);
  const chosen = useSignal("");
  const origin = addresses.includes(chosen.value) ? chosen.value : addresses[0]!;
  return (
    <section class="card" aria-labelledby="invite-title">
      <h2 id="invite-title">{tell("invite.title")}</h2>
      <p>{tell("invite.what")}</p>
      {addresses.length > 1 && (
        <ChoiceField
          id="invite-address"
          label={tell("invite.choose")}
          value={origin}
          set={(one) => chosen.value = one}
          choices={addresses}
        />
      )}
      <CopyText text={`${origin}/`} what={tell("invite.address")} />
      {isOnlyHere(origin) && (
        <p class="soft">
          {tell("invite.here")} <a href="/admin/first">{say("page.admin_first")}</a>
        </p>
      )}
      <p>
        {/* A sheet leads to the address that it was opened at. */}
        <a href={`${origin}/print/invitation`}>{say("print.invitation")}</a>
      </p>
    </section>
  );
}

export default function OverviewPage() {
  return <AdminFrame title={say("page.admin")}>{() => <Overview />}</AdminFrame>;
}

function Overview() {
  const { known, problem, again } = useRead(routeTo("GET /api/admin/setup"));
  const happened = useRead(routeTo("GET /api/admin/happenings"));
  const lines = known.value?.value.items, isWide = wideParts.value !== undefined;
  return (
    <>
      {problem.value && <Unread>{problem.value}</Unread>}
      {!lines && !problem.value && <Loading />}
      {known.value && lines && (
        <div class="control">
          <Lights lines={lines}>
            <p class="buttons">
              <a class="button" href={PAGES.wall.path}>{say("page.wall")}</a>
              <Button icon={AGAIN} onClick={() => void again()}>{tell("check.again")}</Button>
            </p>
          </Lights>
          <Checklist read={known.value} again={again} since={happened.known.value?.value.since ?? {}} />
          {isWide && <Day happened={happened.known.value?.value} />}
        </div>
      )}
      <div class="overview">
        <div>
          <Invite />
        </div>
        <div>
          <Lately />
        </div>
      </div>
      <AdminPages />
    </>
  );
}

/** What it did lately: beside all else on a wide screen; a phone, on which it would push the checklist away, opens it. */
function Lately() {
  const isWide = wideParts.value !== undefined, open = useSignal(false);
  const all = (
    <>
      <Trends />
      <LastHour />
    </>
  );
  return isWide
    ? all
    : (
      <details class="setting-group" onToggle={({ currentTarget }) => open.value = currentTarget.open}>
        <summary>{tell("hour.title")}</summary>
        {open.value && all}
      </details>
    );
}

/** Pages of two kinds; all others are about the instance itself. No list is longer than a glance takes in. */
const KINDS = {
  people: ["adminPeople", "adminReports", "adminCaches"],
  net: ["adminReceivers", "adminNeighbours", "adminMail"],
} as const;
const SORTED: readonly string[] = Object.values(KINDS).flat();

/** Links to all pages of administration, for phones; a wide screen has them in its rail. */
const AdminPages = () => {
  const here = pagesIn("admin").filter((name) => name !== "admin" && !SORTED.includes(name));
  return (
    <nav class="admin-pages" aria-label={tell("house.pages")}>
      <h2>{tell("house.pages")}</h2>
      {Object.entries({ ...KINDS, here }).map(([kind, names]) => (
        <section key={kind}>
          <h3>{tell(`house.pages.${kind as "here"}`)}</h3>
          <ul class="link-list">
            {names.map((name) => (
              <li key={name}>
                <a href={PAGES[name].path}>{say(PAGES[name].title)}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};
