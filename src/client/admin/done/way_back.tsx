/** The way back of one entry of the log: a button, or the page on which it is asked. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import type { Entry } from "../people/shapes.ts";
import { tell } from "../tell.ts";
import { takeAllBack, takeBack } from "./take_back.ts";
import type { Together, Way } from "./ways_back.ts";

export function WayBack({ entry, way, after }: { entry: Entry; way: Way; after: () => void }) {
  const { gateway } = useApp();
  const doing = useDoing();
  if ("to" in way) return <a href={way.to}>{tell("done.to")}</a>;
  const { act } = way, words = tell(`done.act.${act}`);
  const run = async () => {
    if (await doing.run(() => takeBack(gateway, act, entry))) after();
  };
  return (
    <>
      <Button aria-label={`${words}: ${entry.label}`} disabled={doing.busy.value} onClick={() => void run()}>
        {words}
      </Button>
      <Problem of={doing} />
    </>
  );
}

/** The way back of all of one act on several things. */
export function AllBack({ together, after }: { together: Together; after: () => void }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const run = async () => {
    if (await doing.run(() => takeAllBack(gateway, together))) after();
  };
  return (
    <>
      <Button disabled={doing.busy.value} onClick={() => void run()}>
        {tell("done.all", { n: together.entries.length, act: tell(`done.act.${together.act}`) })}
      </Button>
      <Problem of={doing} />
    </>
  );
}
