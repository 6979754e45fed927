/** Every page that has no place in a phone's bar, from the same table, so that none is missing. */
import { useApp } from "../phone/app.ts";
import { begins, Count } from "./bar.tsx";
import { PageIcon } from "../pages/page_icon.tsx";
import { PAGES, pagesIn } from "../pages/page_table.ts";
import { Heading } from "../ui/parts.tsx";
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
  const offered = [...pagesIn("add", "more"), ...(useApp().isSysop.value ? ["admin" as const] : [])];
  return (
    <>
      <Heading>{say("page.more")}</Heading>
      <ul class="link-list">
        {offered.map((name) => (
          <li key={name} class={begins(name) ? "begins" : undefined}>
            <a href={PAGES[name].path}>
              <PageIcon of={name} />
              {say(PAGES[name].title)}
              <Count of={name} />
            </a>
          </li>
        ))}
      </ul>
      <h2>{say("more.outside")}</h2>
      <ul class="link-list">
        {OUTSIDE.map(([path, words]) => (
          <li key={path}>
            <a href={path}>{say(words)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
