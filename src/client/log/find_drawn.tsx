/** One find as the server draws it: what everybody may read of it. Its writer and operators see more, once the app has come. */
import { sayKind } from "../cache/log_card.tsx";
import { Foreign, Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import type { Found } from "./find_page.tsx";

export function FindDrawn({ cache, log }: Found) {
  const { author, kind, text, foundAt, tier } = log;
  return (
    <>
      <Heading>{say("page.find")}</Heading>
      <p>
        <a href={`/c/${encodeURIComponent(cache.gid ?? cache.code)}`}>
          <Foreign>{cache.title}</Foreign>
        </a>
      </p>
      <p>
        <a class="code" href={`/u/${encodeURIComponent(author.call)}`}>{author.call}</a> {sayKind(kind)}{" "}
        {kind === "found" && (
          <span class={`tier tier-${tier ?? "none"}`}>{say(`tier.${tier ?? "none"}`)}</span>
        )} <time class="soft" dateTime={new Date(foundAt * 1000).toISOString()}>{sayDate(foundAt)}</time>
      </p>
      {text && (
        <p class="text">
          <Foreign>{text}</Foreign>
        </p>
      )}
    </>
  );
}
