/** The caches that a member recommends, each of which they may take back, and how many more they may recommend. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button, Foreign } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

export function Recommended({ account }: { account: string }) {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/recommendations"));
  const all = known.value?.value;
  if (!all) return null;
  const drop = (code: string) =>
    void doing.run(() =>
      gateway.ask(
        "POST",
        routeTo("POST /api/caches/:id/recommend", { params: { id: code } }),
        { on: false },
        account,
      )
    ).then(again);
  return (
    <section>
      <h2>{say("recommended.title")}</h2>
      <p class="soft">{say("recommended.what", { n: all.left })}</p>
      <ul class="row-list">
        {all.given.map(({ code, title, counts }) => (
          <li key={code}>
            <a href={`/c/${encodeURIComponent(code)}`}>
              <Foreign>{title}</Foreign>
            </a>{" "}
            {!counts && <span class="soft">{say("recommended.lost")}</span>}
            <Button
              aria-label={say("recommended.drop.label", { title })}
              disabled={doing.busy.value}
              onClick={() => drop(code)}
            >
              {say("recommended.drop")}
            </Button>
          </li>
        ))}
      </ul>
      <Problem of={doing} />
    </section>
  );
}
