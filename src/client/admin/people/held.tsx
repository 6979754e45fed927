/** Newcomers: whether what they write is held, how much waits, and welcomes that may still be taken back. */
import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { SwitchRow } from "../../ui/look/switch_row.tsx";
import { Button } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { tell } from "../tell.ts";

interface Welcome {
  id: number;
  at: number;
  until: number;
  actor: string;
  accounts: number;
}

/** What became of posts whose release was taken back. */
interface Back {
  held: number;
  stay: number;
}
const sayBack = ({ held, stay }: Back): string =>
  `${tell("held.undone", { n: held })}${stay > 0 ? ` ${tell("held.stay", { n: stay })}` : ""}`;

/** `state`: the filter of the list of people, which shows who waits. */
export function HeldPosts({ state, after }: { state: Signal<string>; after: () => unknown }) {
  const { gateway } = useApp();
  const { known, again } = useRead(routeTo("GET /api/admin/moderation/held"));
  const doing = useDoing(), outcome = useSignal("");
  const held = known.value?.value;
  if (!held) return null;
  const { on, posts, welcomes } = held;
  const turn = async (next: boolean) => {
    const path = routeTo("PUT /api/admin/settings/:key", { params: { key: "HOLD_NEWCOMERS" } });
    await doing.run(() => gateway.ask("PUT", path, { value: String(next) }));
    // Also where it was refused: the switch stands as the gateway has it.
    await again();
  };
  return (
    <section aria-label={tell("held.title")}>
      <SwitchRow
        icon="hourglass"
        name={tell("held.switch")}
        line={`${tell("held.line")} · ${tell("held.now", { n: posts })}`}
        on={on}
        disabled={doing.busy.value}
        set={(next) => void turn(next)}
      />
      <Problem of={doing} />
      {posts > 0 && state.value !== "held" && (
        <Button onClick={() => state.value = "held"}>{tell("held.show")}</Button>
      )}
      <div role="status">{outcome.value && <p>{outcome.value}</p>}</div>
      {welcomes.length > 0 && (
        <ul class="row-list">
          {welcomes.map((one) => (
            <TakeBack
              key={one.id}
              welcome={one}
              after={async (back) => {
                outcome.value = sayBack(back);
                await Promise.all([again(), after()]);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function TakeBack({ welcome: { id, at, until, actor, accounts }, after }: {
  welcome: Welcome;
  after: (back: Back) => Promise<void>;
}) {
  const { gateway } = useApp();
  const doing = useDoing(), now = gateway.now();
  const undo = async () => {
    const path = routeTo("POST /api/admin/moderation/welcomes/:id/undo", { params: { id } });
    let back: Back | undefined;
    await doing.run(async () => {
      const answer = await gateway.ask("POST", path);
      if (answer.ok) back = answer.value;
      return answer;
    });
    if (back) await after(back);
  };
  return (
    <li>
      <span>{tell("held.lately", { n: accounts, actor, at: sayTime(until, now) })}</span>
      <Button
        aria-label={tell("held.undo.about", { at: sayTime(at, now) })}
        disabled={doing.busy.value}
        onClick={() => void undo()}
      >
        {tell("held.undo")}
      </Button>
      <Problem of={doing} />
    </li>
  );
}
