/** Ends the trust in a station that was trusted by its call. It is counted first what depends on it; it can be undone. */
import { useApp } from "../../phone/app.ts";
import type { Answered } from "../../phone/ask.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function DropSite({ site, again }: { site: string; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const path = routeTo("DELETE /api/admin/sites/:site", { params: { site } });
  const touches = async (): Promise<Answered<string[]>> => {
    const answer = await gateway.get(routeTo("GET /api/admin/sites/:site/finds", { params: { site } }));
    return answer.ok
      ? { ...answer, value: [tell("sites.drop.touches", { site, n: answer.value.count })] }
      : answer;
  };
  return (
    <Danger
      id={`drop-${site}`}
      label={tell("sites.drop")}
      about={tell("sites.drop.label", { site })}
      touches={touches}
      act={() => gateway.ask("DELETE", path)}
      done={tell("sites.dropped", { site })}
      undo={{
        label: tell("sites.again", { site }),
        act: () => gateway.ask("POST", routeTo("POST /api/admin/sites"), { site }),
      }}
      after={again}
    />
  );
}
