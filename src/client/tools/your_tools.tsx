/** The installed tools: which run, which do not and why; switched, opened, removed. */
import { AskOnce, Button, Foreign, Notice } from "../ui/parts.tsx";
import { Tick } from "../ui/choices.tsx";
import { Card } from "../ui/look/lists.tsx";
import { say } from "../ui/say.ts";
import type { Bench } from "./install/bench.ts";
import type { Installed } from "./install/trust.ts";

export function YourTools({ bench, open }: { bench: Bench; open: (name: string) => void }) {
  const installed = bench.installed.value;
  // Those that are pinned come first.
  const inOrder = installed.toSorted((a, b) => Number(b.pin ?? false) - Number(a.pin ?? false));
  return (
    <section>
      <h2>{say("tools.yours")}</h2>
      {installed.length === 0 && <Notice>{say("tools.yours.none")}</Notice>}
      <ul class="row-list tools-yours">
        {inOrder.map((tool) => <One key={tool.name} bench={bench} tool={tool} open={open} />)}
      </ul>
    </section>
  );
}

function One({ bench, tool, open }: { bench: Bench; tool: Installed; open: (name: string) => void }) {
  const { name, on, pin = false } = tool;
  const running = bench.running.value.get(name), why = bench.refused.value.get(name);
  const ended = running?.ended.value, isReady = running?.loaded.value && !ended;
  const title = bench.titleOf(tool);
  return (
    <li data-tool={name}>
      <Card>
        <h3>
          <Foreign>{title}</Foreign> <span class="soft code">{name}</span>
        </h3>
        <p class="soft" role="status">
          {!on
            ? say("tools.state.off")
            : why
            ? say(`tools.why.${why}`)
            : ended
            ? say(`tools.ended.${ended}`, { name })
            : say(isReady ? "tools.state.on" : "tools.state.starting")}
        </p>
        <div class="buttons">
          {isReady && <Button aria-label={title} onClick={() => open(name)}>{say("tools.open")}</Button>}
          {on && (why || ended) && (
            <Button aria-label={title} onClick={() => void bench.start(name)}>{say("tools.again")}</Button>
          )}
          <AskOnce
            words={say("tools.remove")}
            label={title}
            what={say("tools.remove.what", { title })}
            sure={say("tools.remove.sure")}
            act={() => void bench.remove(name)}
          />
        </div>
        <Tick label={say("tools.on")} value={on} set={(now) => bench.change(name, { on: now })} />
        <Tick label={say("tools.pin")} value={pin} set={(now) => bench.change(name, { pin: now })} />
      </Card>
    </li>
  );
}
