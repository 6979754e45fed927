/** What a search finds in administration beside settings: its pages, and the way to the search of people. */
import { PageIcon } from "../../pages/page_icon.tsx";
import { PAGES, pagesIn } from "../../pages/page_table.ts";
import { say } from "../../ui/say.ts";
import { tell } from "../tell.ts";
import { matches } from "./settings.ts";

export function FoundPages({ wanted }: { wanted: string }) {
  if (!wanted) return null;
  const found = pagesIn("admin").filter((name) =>
    matches({ key: "", label: say(PAGES[name].title), hint: "" }, "", wanted)
  );
  return (
    <ul class="row-list">
      {found.map((name) => (
        <li key={name}>
          <a href={PAGES[name].path}>
            <PageIcon of={name} />
            {say(PAGES[name].title)}
          </a>
        </li>
      ))}
      <li>
        <a href={`${PAGES.adminPeople.path}?find=${encodeURIComponent(wanted)}`}>
          {tell("settings.find.people", { wanted })}
        </a>
      </li>
    </ul>
  );
}
