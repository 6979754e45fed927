/** The overview of administration: what is wrong, the last hour in numbers, the setup checklist, and links to all pages. */
import { PAGES, pagesIn } from "../shell/page_table.ts";
import { Loading, Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { useRead } from "../shell/use_read.ts";
import { House } from "./house.tsx";
import type { CheckLine } from "./overview/check_line.ts";
import { Checklist } from "./overview/checklist.tsx";
import { Invite } from "./overview/invite.tsx";
import { LastHour } from "./overview/last_hour.tsx";
import { Lights } from "./overview/lights.tsx";
import { tell } from "./tell.ts";

export default function OverviewPage() {
  return <House title={say("page.admin")}>{() => <Overview />}</House>;
}

function Overview() {
  const { known, problem, again } = useRead<{ items: CheckLine[] }>("/api/admin/setup");
  const lines = known.value?.value.items;
  return (
    <>
      {problem.value && <Notice>{problem.value}</Notice>}
      {lines ? <Lights lines={lines} /> : !problem.value && <Loading />}
      <LastHour />
      {lines && <Checklist lines={lines} again={again} />}
      <Invite />
      <HousePages />
    </>
  );
}

/** Links to all pages of administration, for phones; a wide screen has them in its rail. */
const HousePages = () => (
  <nav class="house-pages" aria-label={tell("house.pages")}>
    <h2>{tell("house.pages")}</h2>
    <ul class="link-list">
      {pagesIn("house").filter((name) => name !== "admin").map((name) => (
        <li key={name}>
          <a href={PAGES[name].path}>{say(PAGES[name].title)}</a>
        </li>
      ))}
    </ul>
  </nav>
);
