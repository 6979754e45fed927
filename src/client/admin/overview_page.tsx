/** The overview of administration: whether anything is wrong, and the way to its pages. */
import { PAGES, pagesIn } from "../shell/page_table.ts";
import { say } from "../shell/say.ts";
import { House } from "./house.tsx";
import { tell } from "./tell.ts";

export default function OverviewPage() {
  return (
    <House title={say("page.admin")}>
      {() => <HousePages />}
    </House>
  );
}

/** All pages of administration: on a phone this list is their rail. */
const HousePages = () => (
  <nav aria-label={tell("house.pages")}>
    <ul class="link-list">
      {pagesIn("house").filter((name) => name !== "admin").map((name) => (
        <li key={name}>
          <a href={PAGES[name].path}>{say(PAGES[name].title)}</a>
        </li>
      ))}
    </ul>
  </nav>
);
