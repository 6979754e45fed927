/** The menu of a wide screen: all pages in groups by what people do, at its side. */
import { useApp } from "../phone/app.ts";
import { pinnedTools } from "../phone/known/from_tools.ts";
import { Count } from "../phone/person/count.tsx";
import { PageIcon } from "../pages/page_icon.tsx";
import {
  GROUPS,
  isAdmin,
  isOffered,
  type PageEntry,
  type PageName,
  PAGES,
  pagesIn,
  pagesOf,
} from "../pages/page_table.ts";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

/** `here`: the page that is shown. Within administration the rail is administration's own, with one way out. */
export function Rail({ here }: { here: PageName | undefined }) {
  const app = useApp(), has = app.start.value?.value.configured;
  const sysop = app.isSysop.value, inAdmin = sysop && here !== undefined && isAdmin(PAGES[here]);
  // What was opened from a list belongs to that list's page.
  const over = here && (PAGES[here] as PageEntry).beside;
  const link = (name: PageName) => (
    <a
      key={name}
      class={"begins" in PAGES[name] ? "begins" : undefined}
      href={PAGES[name].path}
      aria-current={here === name ? "page" : over === name ? "true" : undefined}
    >
      <PageIcon of={name} />
      <span>{say(PAGES[name].title)}</span>
      <Count of={name} />
    </a>
  );
  return (
    <nav class="bar rail" aria-label={say("nav.label")}>
      {inAdmin
        ? [link("nearby"), ...pagesIn("admin").map(link)]
        : GROUPS.map((group) => (
          <div key={group} class="rail-group" role="group" aria-label={say(`group.${group}`)}>
            <p class="caps" aria-hidden="true">{say(`group.${group}`)}</p>
            {pagesOf(group, "bar", "add", "more").filter((name) =>
              isOffered(name, has)
            ).map(link)}
            {group === "air" &&
              pinnedTools.value.map(({ name, title }) => (
                <a key={name} href={`${PAGES.tools.path}?open=${name}`}>
                  <PageIcon of="tools" />
                  <span>
                    <Foreign>{title}</Foreign>
                  </span>
                </a>
              ))}
          </div>
        ))}
      <div class="rail-foot">
        {sysop && !inAdmin && link("admin")}
        {link("more")}
      </div>
    </nav>
  );
}
