/** Says from which packs the things on a page come, and how old they are. */
import { useApp } from "../app.ts";
import type { Known } from "../reader.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";

/** At most so many packs are named. */
const NAMED = 3;

export function FromPacks({ known }: { known: readonly Known<unknown>[] }) {
  const { gateway } = useApp();
  const packs = new Map(known.flatMap(({ pack, at }) => pack === undefined ? [] : [[pack, at] as const]));
  if (packs.size === 0) return null;
  return (
    <p class="soft" role="status">
      {[...packs].slice(0, NAMED).map(([pack, at]) =>
        say("packs.from", { pack, ago: sayAgo(at, gateway.now()) })
      )
        .join(" ")}
    </p>
  );
}
