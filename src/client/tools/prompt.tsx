/** What is asked before a tool is installed: what each permission means, whose it is, and how far that is known. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { go } from "../pages/router.ts";
import { Button, Foreign, takesFocus } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import type { Bench, Looked, Why } from "./install/bench.ts";
import { beyond } from "./install/trust.ts";
import { toolAddress } from "./state.ts";

export function Prompt({ bench, looked, done }: { bench: Bench; looked: Looked; done: () => void }) {
  const { manifest, trust, own, at } = looked;
  const before = bench.installed.peek().find(({ name }) => name === manifest.name),
    more = beyond(manifest, before);
  const isNew = (what: boolean) => before && what ? <b class="tool-new">{say("tools.new")}</b> : null;
  const why = useSignal<Why | undefined>(undefined),
    busy = useSignal(false),
    section = useRef<HTMLElement>(null);
  useEffect(() => takesFocus(section.current), [at]);
  const install = async () => {
    busy.value = true;
    why.value = await bench.install(looked);
    busy.value = false;
    if (why.peek()) return;
    done();
    go(toolAddress(manifest.name));
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
            {isNew(more.may.includes(one))} {say(`tools.may.${one}`)}
            {one === "network" && (
              <ul class="code">
                {manifest.connect.map((at) => <li key={at}>{isNew(more.connect.includes(at))} {at}</li>)}
              </ul>
            )}
          </li>
        ))}
        {manifest.remote && <li>{isNew(more.remote)} {say("tools.may.remote")}</li>}
      </ul>
      <p class="soft">{say("tools.may.never")}</p>
      <div class="buttons">
        <Button kind="main" disabled={busy.value} onClick={() => void install()}>
          {say("tools.prompt.install")}
        </Button>
        <Button onClick={done}>{say("tools.prompt.not")}</Button>
      </div>
      {why.value && <p role="alert">{say(`tools.why.${why.value}`)}</p>}
    </section>
  );
}
