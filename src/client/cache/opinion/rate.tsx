/** Stars for a cache, from whoever may give some: mostly its finders. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { STAR } from "../../ui/icons/field_paths.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Segmented } from "../../ui/look/choose.tsx";
import { say } from "../../ui/say.ts";
import type { Opinion } from "../cache_tools.tsx";
import type { CacheSeen } from "../cache_seen.ts";

const STARS = ["1", "2", "3", "4", "5"] as const;

export function Rate({ cache: { code, rating }, tell }: { cache: CacheSeen; tell: (said: Opinion) => void }) {
  const { gateway } = useApp(), doing = useDoing();
  if (!rating.canRate) return null;
  const rate = (stars: string) =>
    void doing.run(async () => {
      const to = routeTo("POST /api/caches/:id/rate", { params: { id: code } });
      const answer = await gateway.ask("POST", to, { stars: Number(stars) });
      if (answer.ok) tell({ rating: answer.value.rating });
      return answer;
    });
  return (
    <section class="rate">
      <h2>{say("cache.rate")}</h2>
      <Segmented
        name="stars"
        label={say("cache.rate")}
        choices={STARS}
        words={(stars) => (
          <>
            {stars}
            <Icon name={STAR} />
            {""}
          </>
        )}
        value={String(rating.mine ?? "") as typeof STARS[number]}
        set={rate}
      />
      <Problem of={doing} />
    </section>
  );
}
