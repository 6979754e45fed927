/** The overview of administration: what is wrong, the last hour in numbers, the setup checklist, and links to all pages. */
import { useSignal } from "@preact/signals";
import { wideParts } from "../../panes/beside.ts";
import { PAGES, pagesIn } from "../../pages/page_table.ts";
import { Loading, Unread } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Checklist } from "./checklist.tsx";
import { Invite } from "./invite.tsx";
import { LastHour } from "./last_hour.tsx";
import { Lights } from "./lights.tsx";
import { Trends } from "./trends.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function OverviewPage() {
  return <AdminFrame title={say("page.admin")}>{() => <Overview />}</AdminFrame>;
}

function Overview() {
  const { known, problem, again } = useRead(routeTo("GET /api/admin/setup"));
  const lines = known.value?.value.items;
  return (
    <>
      {problem.value && <Unread>{problem.value}</Unread>}
      {lines ? <Lights lines={lines} /> : !problem.value && <Loading />}
      <div class="overview">
        <div>
          {known.value && <Checklist read={known.value} again={again} />}
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
