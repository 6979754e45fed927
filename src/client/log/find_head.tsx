/** What a find's page says first, in one sentence: who was there, and who knows it. Drawn by the server too. */
import { sayKind } from "../cache/log_card.tsx";
import { CallPlate, TierBadge } from "../ui/look/radio.tsx";
import { Foreign, Heading } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import type { Found } from "./found.ts";

export function FindHead({ cache, log }: Found) {
  const { author, kind, tier, why } = log;
  const isFind = kind === "found";
  const heard = why?.candidates?.find(({ counted, receiver }) => counted && receiver)?.receiver?.site;
  return (
    <header class="find-head">
      {isFind && <TierBadge tier={tier ?? "none"}>{say(`tier.${tier ?? "none"}`)}</TierBadge>}
      <Heading>
        <CallPlate call={author.call} /> {isFind
          ? (
            <>
              {say("find.there")}{" "}
              {/* A sentence begins on a new line rather than that a callsign is broken at its hyphen. */}
              <span class="find-by">
                {heard ? say("find.by.site", { site: heard }) : say(`find.by.${tier ?? "none"}`)}
              </span>
            </>
          )
          : sayKind(kind)}
      </Heading>
      <p class="reading">
        <a href={`/c/${encodeURIComponent(cache.gid ?? cache.code)}`}>
          <Foreign>{cache.title}</Foreign>
        </a>
      </p>
    </header>
  );
}
