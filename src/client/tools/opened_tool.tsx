/** One tool that is opened: at work, or why it is not; what it wrote down, and behind a line what one may change about it. */
import { useEffect, useRef } from "preact/hooks";
import { go } from "../pages/router.ts";
import { Tick } from "../ui/choices.tsx";
import { RoundLink } from "../ui/look/round.tsx";
import { AskOnce, Button, Foreign, takesFocus } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { CommandLine } from "./command_line.tsx";
import { Decoders } from "./decoders.tsx";
import { Question, useLook } from "./get_row.tsx";
import type { Bench } from "./install/bench.ts";
import type { Installed } from "./install/trust.ts";
import { PanelDrawn } from "./panel_drawn.tsx";
import type { Sandbox } from "./run/sandbox.ts";
import { stateOf } from "./state.ts";
import { ToolDisc } from "./tiles.tsx";

export function OpenedTool({ bench, tool }: { bench: Bench; tool: Installed }) {
  const { name } = tool, { state, words } = stateOf(bench, tool);
  const running = bench.running.value.get(name), section = useRef<HTMLElement>(null);
  useEffect(() => takesFocus(section.current), [name]);
  const face = bench.faceOf(tool), { title } = face;
  const fails = state === "refused" || state === "ended", looking = useLook(bench);
  const asksMore = bench.refused.value.get(name) === "more_permissions";
  return (
    <section class="tool-open" tabIndex={-1} ref={section} aria-label={title} data-open={name}>
      <div class="tool-head">
        <ToolDisc face={face} />
        <h2>
          <Foreign>{title}</Foreign>
        </h2>
        <RoundLink icon="x" href="/tools">{say("tools.close")}</RoundLink>
      </div>
      {state !== "on" && <p class="soft" role="status">{words}</p>}
      {fails && asksMore && (
        <>
          <Button disabled={looking.busy} onClick={() => looking.look(tool.at, bench.lists.offerOf(tool))}>
            {say("tools.address.look")}
          </Button>
          <Question bench={bench} looking={looking} />
        </>
      )}
      {fails && !asksMore && (
        <Button aria-label={title} onClick={() => void bench.start(name, "person")}>
          {say("tools.again")}
        </Button>
      )}
      {running && state === "on" && <AtWork bench={bench} running={running} tool={name} />}
      <About bench={bench} tool={tool} words={words} />
    </section>
  );
}

function AtWork({ bench, running, tool }: { bench: Bench; running: Sandbox; tool: string }) {
  const { commands, decoders } = running.loaded.value!, panel = running.panel.value;
  return (
    <>
      {decoders.length > 0 && <Decoders key={tool} running={running} decoders={decoders} />}
      {commands.length > 0 && <CommandLine bench={bench} />}
      {panel && <PanelDrawn panel={panel} tool={tool} />}
      {running.layer.value && running.layer.value.points.length > 0 && <Points running={running} />}
      {running.log.value.length > 0 && (
        <details>
          <summary>{say("tools.log")}</summary>
          <ul class="code">
            {running.log.value.map((line, at) => (
              <li key={at}>
                <Foreign>{line}</Foreign>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function About({ bench, tool, words }: { bench: Bench; tool: Installed; words: string }) {
  const { name, on, pin = false, may } = tool, { title, description } = bench.faceOf(tool);
  return (
    <details class="tool-about">
      <summary>{say("tools.about")}</summary>
      <p>
        <Foreign>{description}</Foreign>
      </p>
      <p class="soft">
        <span class="code">{name}</span> · {words}
      </p>
      <p>{say(may.length > 0 ? "tools.may" : "tools.may.nothing")}</p>
      <ul>{may.map((one) => <li key={one}>{say(`tools.may.${one}`)}</li>)}</ul>
      <Tick label={say("tools.on")} value={on} set={(now) => bench.change(name, { on: now })} />
      <Tick label={say("tools.pin")} value={pin} set={(now) => bench.change(name, { pin: now })} />
      <AskOnce
        words={say("tools.remove")}
        label={title}
        what={say("tools.remove.what", { title })}
        sure={say("tools.remove.sure")}
        act={() => {
          void bench.remove(name);
          go("/tools", { replace: true });
        }}
      />
    </details>
  );
}

/** What a tool shows on the map, as a list with links to the place. */
function Points({ running }: { running: Sandbox }) {
  const [first, ...others] = running.layer.value!.points;
  const { lat, lon, label } = first!;
  return (
    <p>
      <a href={`/map#15/${lat.toFixed(5)}/${lon.toFixed(5)}`}>{say("tools.on_map")}</a>{" "}
      <Foreign>{label}</Foreign> {others.length > 0 && say("tools.points", { n: others.length })}
    </p>
  );
}
