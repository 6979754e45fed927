/** The workbench: the tools that somebody has, what the registries list, and a tool by its address. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { AskOnce, Button, Foreign, Heading, Moment, Notice, takesFocus, Unread } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { CommandLine } from "./command_line.tsx";
import { type Bench, benchOf, type Looked, type Why } from "./install/bench.ts";
import { ByAddress, Offered } from "./offered.tsx";
import { OpenedTool } from "./opened_tool.tsx";
import { beginTools } from "./surfaces/begin.ts";
import { Tick } from "../ui/choices.tsx";
import { Card } from "../ui/look/lists.tsx";
import type { Installed } from "./install/trust.ts";

// What is asked before a tool is installed: what each permission means, whose it is, and how far that is known.

function Prompt({ bench, looked, done }: {
  bench: Bench;
  looked: Looked;
  done: (installed?: string) => void;
}) {
  const { manifest, trust, own, at } = looked;
  const why = useSignal<Why | undefined>(undefined),
    busy = useSignal(false),
    section = useRef<HTMLElement>(null);
  useEffect(() => takesFocus(section.current), [at]);
  const install = async () => {
    busy.value = true;
    why.value = await bench.install(looked);
    busy.value = false;
    if (!why.peek()) done(manifest.name);
  };
  return (
    <section
      class="notice tool-prompt"
      tabIndex={-1}
      ref={section}
      aria-label={manifest.title}
      data-prompt={manifest.name}
    >
      <h2>
        {say("tools.prompt")} <Foreign>{manifest.title}</Foreign>
      </h2>
      <p>
        <Foreign>{manifest.description}</Foreign>
      </p>
      <p data-trust={own ? "own" : trust}>{say(own ? "tools.trust.own" : `tools.trust.${trust}`)}</p>
      {!own && (
        <p class="soft">
          {say("tools.author")} <Foreign>{manifest.author || "–"}</Foreign>, {say("tools.key")}{" "}
          <span class="code">{manifest.pubkey}</span>
          <br />
          <span class="code">{at}</span>
        </p>
      )}
      <p>{say(manifest.permissions.length > 0 ? "tools.may" : "tools.may.nothing")}</p>
      <ul>
        {manifest.permissions.map((one) => (
          <li key={one}>
            {say(`tools.may.${one}`)}
            {one === "network" && <span class="code">{` ${manifest.connect.join(" ")}`}</span>}
          </li>
        ))}
      </ul>
      <p class="soft">{say("tools.may.never")}</p>
      <div class="buttons">
        <Button kind="main" disabled={busy.value} onClick={() => void install()}>
          {say("tools.prompt.install")}
        </Button>
        <Button onClick={() => done()}>{say("tools.prompt.not")}</Button>
      </div>
      {why.value && <p role="alert">{say(`tools.why.${why.value}`)}</p>}
    </section>
  );
}

// The installed tools: which run, which do not and why; switched, opened, removed.

function YourTools({ bench, open }: { bench: Bench; open: (name: string) => void }) {
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

export default function ToolsPage() {
  const app = useApp(), bench = benchOf(app);
  const { query } = place.value;
  const opened = useSignal<string | undefined>(undefined), looked = useSignal<Looked | undefined>(undefined);
  useEffect(() => {
    // Where they run already, the lists are read anew.
    if (!beginTools(app)) void bench.startAll();
  }, []);
  // A tool of the menu is opened by its name.
  useEffect(() => {
    const named = new URLSearchParams(query).get("open");
    if (named) opened.value = named;
  }, [query]);
  if (bench.mode.value === "off") {
    return (
      <>
        <Heading>{say("page.tools")}</Heading>
        <Notice>{say("tools.off")}</Notice>
      </>
    );
  }
  const tool = opened.value === undefined
    ? undefined
    : bench.installed.value.find(({ name }) => name === opened.value);
  return (
    <>
      <Heading>{say("page.tools")}</Heading>
      <p class="soft">{say("tools.what")}</p>
      {looked.value && (
        <Prompt
          bench={bench}
          looked={looked.value}
          done={(name) => {
            looked.value = undefined;
            opened.value = name ?? opened.peek();
          }}
        />
      )}
      {tool && <OpenedTool bench={bench} tool={tool} close={() => opened.value = undefined} />}
      <YourTools bench={bench} open={(name) => opened.value = name} />
      <CommandLine bench={bench} />
      {bench.lists.value
        ? <Offered bench={bench} look={(found) => looked.value = found} />
        : bench.unread.value
        ? <Unread>{bench.unread.value}</Unread>
        : <Moment />}
      {bench.mode.value === "all" && <ByAddress bench={bench} look={(found) => looked.value = found} />}
    </>
  );
}
