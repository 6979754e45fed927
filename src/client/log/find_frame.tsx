/**
 * The page of a find, for what the server draws first and for the app alike, so that nothing moves between them: a drawing, and
 * what is said of the find. First, in one sentence, who was there, and who knows it.
 */
import type { ComponentChildren } from "preact";
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { sayKind } from "../cache/log_card.tsx";
import { CallPlate, FindBadge, worthHere } from "../ui/look/radio.tsx";
import { Foreign, Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";
import type { Found } from "./found.ts";

/** `hero`: the drawing; below the sentence stands whatever is known to whoever draws the page. */
export const FindFrame = ({ found, hero, children }: {
  found: Found;
  hero: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="find-page">
    {hero}
    <div class="find-said">
      <FindHead {...found} />
      {children}
    </div>
  </div>
);

function FindHead({ cache, log }: Found) {
  const { author, kind, why } = log;
  const isFind = kind === "found", worth = worthHere(log);
  const heard = why?.candidates?.find(({ counted, receiver }) => counted && receiver)?.receiver?.site;
  // What is known of somebody who was not near enough: the nearest of it.
  const known = worth === "none" ? why?.candidates?.flatMap(({ distanceM }) => distanceM ?? []) ?? [] : [];
  const away = known.length > 0 && Math.min(...known) > RADIUS_M ? Math.min(...known) : undefined;
  return (
    <header class="find-head">
      {isFind && <FindBadge of={log} />}
      <Heading>
        <CallPlate call={author.call} /> {isFind
          ? (
            <>
              {say(worth === "none" ? "find.says" : "find.there")}{" "}
              {/* A sentence begins on a new line rather than that a callsign is broken at its hyphen. */}
              <span class="find-by">
                {heard
                  ? say("find.by.site", { site: heard })
                  : away === undefined
                  ? say(`find.by.${worth}`)
                  : say("find.by.away", { far: sayDistance(away) })}
              </span>
            </>
          )
          : sayKind(log.look ? "look" : kind)}
      </Heading>
      <p class="reading">
        <a href={`/c/${encodeURIComponent(cache.gid ?? cache.code)}`}>
          <Foreign>{cache.title}</Foreign>
        </a>
      </p>
      {log.held && <p class="soft">{say("waits.find")}</p>}
    </header>
  );
}
