/** The caches that a member recommends, each of which they may take back, and how many more they may recommend. */
import { useApp } from "../../../phone/app.ts";
import { Problem, useDoing } from "../../../phone/doing.tsx";
import { useRead } from "../../../phone/use_read.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { Acts, Card, Entries, Entry, GroupHead } from "../../../ui/look/lists.tsx";
import { Button, Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";

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
      <GroupHead>{say("recommended.title")}</GroupHead>
      <p class="soft">{say("recommended.what", { n: all.left })}</p>
      {all.given.length > 0 && (
        <Card flush>
          <Entries label={say("recommended.title")}>
            {all.given.map(({ code, title, counts }) => (
              <Entry
                key={code}
                name={
                  <a href={`/c/${encodeURIComponent(code)}`}>
                    <Foreign>{title}</Foreign>
                  </a>
                }
                line={counts ? undefined : say("recommended.lost")}
                far={
                  <Acts>
                    <Button
                      aria-label={say("recommended.drop.label", { title })}
                      disabled={doing.busy.value}
                      onClick={() => drop(code)}
                    >
                      {say("recommended.drop")}
                    </Button>
                  </Acts>
                }
              />
            ))}
          </Entries>
        </Card>
      )}
      <Problem of={doing} />
    </section>
  );
}
