/** A finder recommends the cache, or takes that back: one cache for ten finds that count. Loaded for finders alone. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Opinion } from "../cache_tools.tsx";
import type { CacheSeen } from "../cache_seen.ts";

export default function Recommend(
  { cache: { code, yourRecommendation: own }, tell }: { cache: CacheSeen; tell: (said: Opinion) => void },
) {
  const { gateway } = useApp(), doing = useDoing();
  if (!own) return null;
  const turn = () =>
    void doing.run(async () => {
      const to = routeTo("POST /api/caches/:id/recommend", { params: { id: code } });
      const answer = await gateway.ask("POST", to, { on: !own.on });
      if (answer.ok) {
        const { on, count, left } = answer.value;
        tell({ recommended: count, yourRecommendation: { on, left } });
      }
      return answer;
    });
  return (
    <section>
      <h2>{say("cache.recommend.title")}</h2>
      <p class="soft">
        {own.left > 0 || own.on ? say("cache.recommend.left", { n: own.left }) : say("cache.recommend.none")}
      </p>
      <Button disabled={doing.busy.value || (!own.on && own.left === 0)} onClick={turn}>
        {say(own.on ? "cache.recommend.back" : "cache.recommend")}
      </Button>
      <Problem of={doing} />
    </section>
  );
}
