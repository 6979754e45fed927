/** "What was done": the log of operators, with the way back of whatever can still be taken back, also after a reload. */
import { useSignal } from "@preact/signals";
import { routeTo } from "../../phone/wire/routes.ts";
import { Tick } from "../../ui/choices.tsx";
import { say } from "../../ui/say.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { useOlder } from "../parts/older.ts";
import { OlderRows } from "../parts/older_rows.tsx";
import { Log } from "../people/log.tsx";
import { tell } from "../tell.ts";
import { type Together, type Way, waysBack, waysTogether } from "./ways_back.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import type { Entry } from "../people/shapes.ts";
import { takeAllBack, takeBack } from "./take_back.ts";

// The way back of one entry of the log: a button, or the page on which it is asked.

function WayBack({ entry, way, after }: { entry: Entry; way: Way; after: () => void }) {
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
function AllBack({ together, after }: { together: Together; after: () => void }) {
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

export default () => <AdminFrame title={say("page.admin_done")}>{() => <Done />}</AdminFrame>;

function Done() {
  const told = useSignal(0), open = useSignal(false), said = useSignal("");
  const older = useOlder(
    (before) => routeTo("GET /api/admin/moderation/log", { query: { before, limit: 100 } }),
    ({ entries }) => entries,
    told.value,
  );
  return (
    <>
      <p class="soft">{tell("done.what")}</p>
      <Tick label={tell("done.open")} value={open} />
      <p role="status">{said.value}</p>
      <OlderRows of={older}>
        {(rows) => {
          const ways = waysBack(rows), together = waysTogether(rows, ways);
          const taken = (what: string) => () => {
            said.value = tell("done.said", { label: what });
            told.value++;
          };
          return (
            <Log
              entries={open.value ? rows.filter(({ id }) => ways.has(id)) : rows}
              back={(entry) => {
                const way = ways.get(entry.id), all = together.get(entry.id);
                return way && (
                  <>
                    <WayBack entry={entry} way={way} after={taken(entry.label)} />
                    {all && (
                      <AllBack
                        together={all}
                        after={taken(all.entries.map(({ label }) => label).join(", "))}
                      />
                    )}
                  </>
                );
              }}
            />
          );
        }}
      </OlderRows>
    </>
  );
}
