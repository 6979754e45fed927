/** One cache as people read it. The server draws the same for the first paint and for readers without scripts. */
import type { z } from "zod";
import type { CacheDetail } from "../../caches/mod.ts";
import { ButtonLink, Foreign, Heading } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";
import { sayType } from "../nearby/cache_row.tsx";
import { Rungs } from "./rungs.tsx";

export type CacheSeen = z.infer<typeof CacheDetail>;

const SIZES = ["micro", "small", "regular", "large"];
const saySize = (size: string): string => say(`size.${SIZES.includes(size) ? size : "other"}` as Key);

export function CacheView({ cache }: { cache: CacheSeen }) {
  const { code, title, difficulty, terrain, size, finds, leastTrust } = cache;
  return (
    <article class="cache-view">
      <Heading>
        <Foreign>{title}</Foreign>
      </Heading>
      <p>
        <span class="code">{code}</span> · {sayType(cache.type)} · {say("cache.by", { owner: cache.owner })}
      </p>
      <p>{say("cache.facts", { difficulty, terrain, size: saySize(size) })}</p>
      {cache.status === "disabled" && <p class="bad">{say("state.disabled")}</p>}
      {cache.needsMaintenance && <p class="bad">{say("cache.maintenance")}</p>}
      {cache.yourLog?.found && <p class="go">{say("cache.yours")}</p>}
      {cache.description && (
        <p class="text">
          <Foreign>{cache.description}</Foreign>
        </p>
      )}
      {cache.hint && (
        <details>
          <summary>{say("cache.hint")}</summary>
          <p class="text">
            <Foreign>{cache.hint}</Foreign>
          </p>
        </details>
      )}
      <Place cache={cache} />
      {!cache.mirrored && <ButtonLink href={`/c/${code}/log`}>{say("cache.log")}</ButtonLink>}
      <p class="soft">
        {say("cache.finds", { n: finds })}
        {leastTrust && <>. {say(`cache.needs.${leastTrust}`)}</>}
      </p>
      <Rungs />
    </article>
  );
}

function Place({ cache: { lat, lon, grid } }: { cache: CacheSeen }) {
  if (lat === null || lon === null) return <p>{say("cache.noplace")}</p>;
  return (
    <section>
      <h2>{say("cache.place")}</h2>
      <p>
        <span class="code">{minutes(lat, "N", "S", 2)} {minutes(lon, "E", "W", 3)}</span>
        {grid && <span class="soft">· {say("cache.locator", { grid })}</span>}
      </p>
    </section>
  );
}

/** Degrees and decimal minutes, as cachers' receivers show them. */
export function minutes(value: number, plus: string, minus: string, digits: number): string {
  const thousandths = Math.round(Math.abs(value) * 60_000);
  const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, "0");
  const rest = (thousandths % 60_000 / 1000).toFixed(3).padStart(6, "0");
  return `${value < 0 ? minus : plus} ${whole}° ${rest}'`;
}
