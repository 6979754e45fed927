/** A sample cache to look at: it is on no list, it is not sent to other instances, and one press removes it. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Point } from "../../ui/places/arrow.ts";
import { boxOf } from "../../ui/places/squares.ts";
import { useApp } from "../../phone/app.ts";
import { recall, remember } from "../../phone/choices.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Where this browser remembers the sample that it made. */
const SAMPLE = "house:sample";

interface Made extends Point {
  id: number;
  code: string;
  /** Unix seconds. */
  at: number;
}

export function Sample({ grid, removed }: {
  /** The sample lies in the middle of this locator. */
  grid: string;
  /** Called once the sample is removed: the step is done then. */
  removed: () => void;
}) {
  const { gateway } = useApp();
  const doing = useDoing();
  const made = useSignal(recall<Made>(SAMPLE));
  const square = boxOf(grid);
  const keep = (one: Made | undefined) => {
    made.value = one;
    remember(SAMPLE, one ?? null);
  };
  const make = () =>
    doing.run(async () => {
      const answer = await gateway.ask("POST", routeTo("POST /api/caches"), {
        title: tell("first.try.title"),
        description: tell("first.try.text"),
        unlisted: true,
        // Neighbours never hear of it.
        scope: "local",
        lat: (square!.south + square!.north) / 2,
        lon: (square!.west + square!.east) / 2,
      });
      if (!answer.ok) return answer;
      const { id, code, lat, lon } = answer.value;
      if (id === null || lat === null || lon === null) return answer;
      const noted = await gateway.ask("POST", routeTo("POST /api/caches/:id/logs", { params: { id } }), {
        kind: "note",
        text: tell("first.try.text"),
      });
      keep({ id, code, lat, lon, at: gateway.now() });
      return noted;
    });
  const remove = async () => {
    const { id } = made.peek()!;
    const reason = tell("first.try.title");
    if (
      await doing.run(() =>
        gateway.ask("POST", routeTo("POST /api/admin/moderation/remove"), {
          kind: "cache",
          id: String(id),
          reason,
        })
      )
    ) {
      keep(undefined);
      removed();
    }
  };
  return (
    <>
      <p>{tell("first.try.what")}</p>
      {made.value
        ? (
          <>
            <p>
              <a href={`/c/${encodeURIComponent(made.value.code)}`}>{tell("first.try.look")}</a>{" "}
              <Button disabled={doing.busy.value} onClick={() => void remove()}>
                {tell("first.try.remove")}
              </Button>
            </p>
            <Find of={made.value} />
          </>
        )
        : square
        ? (
          <p>
            {tell("first.try.place", { grid })}{" "}
            <Button disabled={doing.busy.value} onClick={() => void make()}>{tell("first.try.make")}</Button>
          </p>
        )
        : <p class="soft">{tell("first.try.where")}</p>}
      <Problem of={doing} />
    </>
  );
}

/** The example of a find; its drawing is loaded with it. A sample that an older app made has none. */
function Find({ of: { lat, lon, at } }: { of: Partial<Made> }) {
  const part = useSignal<{ of: ComponentType<{ place: Point; foundAt: number }> } | undefined>(undefined);
  useEffect(() => {
    import("./sample_find.tsx").then((file) => part.value = { of: file.default }, () => {});
  }, []);
  const Drawn = part.value?.of;
  if (!Drawn || lat === undefined || lon === undefined || at === undefined) return null;
  return <Drawn place={{ lat, lon }} foundAt={at + 60} />;
}
