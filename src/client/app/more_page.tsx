/** Every page that has no place in a phone's bar, from the same table, so that none is missing. */
import { useApp } from "../phone/app.ts";
import { pinnedTools } from "../phone/known/from_tools.ts";
import { Count } from "../phone/person/count.tsx";
import { Install } from "../phone/passed/install.tsx";
import { askPalette } from "../palette/call_palette.ts";
import { PageIcon } from "../pages/page_icon.tsx";
import { GROUPS, isOffered, type PageName, PAGES, pagesOf } from "../pages/page_table.ts";
import { Card, Entries, Entry, GroupHead } from "../ui/look/lists.tsx";
import { Button, Foreign, Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

/** Pages that are not part of the app: the server draws them. */
const OUTSIDE = [
  ["/print/caches", "print.tick"],
  ["/print/net", "print.net"],
  ["/print/radio", "print.card"],
  ["/print/invitation", "print.invitation"],
  ["/trust", "more.trust"],
  ["/about", "foot.about"],
  ["/source", "foot.source"],
  ["/imprint", "foot.imprint"],
  ["/privacy", "foot.privacy"],
  ["/support", "more.support"],
  ["/api/docs", "foot.api"],
] as const;

export default function MorePage() {
  const app = useApp(), isSysop = app.isSysop.value, has = app.start.value?.value.configured;
  const link = (name: PageName) => (
    <li key={name}>
      <a class="entry" href={PAGES[name].path}>
        <PageIcon of={name} />
        <span class="entry-words entry-name">{say(PAGES[name].title)}</span>
        <Count of={name} />
      </a>
    </li>
  );
  return (
    <>
      <Heading>{say("page.more")}</Heading>
      <p>
        <Button icon="search" onClick={() => void askPalette()}>{say("keys.search")}</Button>
      </p>
      <Install />
      {GROUPS.map((group) => (
        <section key={group}>
          <GroupHead>{say(`group.${group}`)}</GroupHead>
          <Card flush>
            <Entries>
              {pagesOf(group, "add", "more").filter((name) => isOffered(name, has)).map(link)}
              {group === "air" && pinnedTools.value.map(({ name, title }) => (
                <li key={name}>
                  <a class="entry" href={`${PAGES.tools.path}?open=${name}`}>
                    <PageIcon of="tools" />
                    <span class="entry-words entry-name">
                      <Foreign>{title}</Foreign>
                    </span>
                  </a>
                </li>
              ))}
            </Entries>
          </Card>
        </section>
      ))}
      {isSysop && (
        <Card flush>
          <Entries>{link("admin")}</Entries>
        </Card>
      )}
      <h2>{say("more.outside")}</h2>
      <Card flush>
        <Entries>
          {OUTSIDE.map(([path, words]) => <Entry key={path} href={path} name={say(words)} />)}
        </Entries>
      </Card>
    </>
  );
}
