/** One tool at work: its decoders, its panel, and what it wrote down. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button, Foreign, takesFocus } from "../ui/parts.tsx";
import { ChoiceField } from "../ui/choices.tsx";
import { FileTile } from "../ui/look/file_tile.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { Answer } from "./answer.tsx";
import type { Bench } from "./install/bench.ts";
import type { Installed } from "./install/trust.ts";
import { PanelDrawn } from "./panel_drawn.tsx";
import type { Decoder } from "./run/loaded.ts";
import type { Sandbox } from "./run/sandbox.ts";

export function OpenedTool({ bench, tool, close }: { bench: Bench; tool: Installed; close: () => void }) {
  const running = bench.running.value.get(tool.name), loaded = running?.loaded.value;
  const section = useRef<HTMLElement>(null);
  useEffect(() => takesFocus(section.current), [tool.name]);
  if (!running || !loaded || running.ended.value) return null;
  const title = bench.titleOf(tool), panel = running.panel.value;
  return (
    <section class="card tool-open" tabIndex={-1} ref={section} aria-label={title} data-open={tool.name}>
      <div class="head-line">
        <h2>
          <Foreign>{title}</Foreign>
        </h2>
        <Button onClick={close}>{say("tools.close")}</Button>
      </div>
      {loaded.commands.length > 0 && (
        <p class="soft">
          {say("tools.commands")} <span class="code">{loaded.commands.join(" ")}</span>
        </p>
      )}
      {loaded.decoders.length > 0 && (
        <Decoders
          key={tool.name}
          running={running}
          decoders={loaded.decoders}
        />
      )}
      {panel && <PanelDrawn panel={panel} tool={tool.name} />}
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
    </section>
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

function Decoders({ running, decoders }: { running: Sandbox; decoders: readonly Decoder[] }) {
  const chosen = useSignal(decoders[0]!.id), input = useSignal(decoders[0]!.sample);
  const lines = useSignal<readonly string[] | undefined>(undefined), busy = useSignal(false);
  const decoder = decoders.find(({ id }) => id === chosen.value) ?? decoders[0]!;
  const decode = async (text: string) => {
    busy.value = true;
    lines.value = await running.decode(decoder.id, text);
    busy.value = false;
  };
  const choose = (id: string) => {
    chosen.value = id;
    input.value = decoders.find((one) => one.id === id)!.sample;
    lines.value = undefined;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void decode(input.peek());
      }}
    >
      {decoders.length > 1 && (
        <ChoiceField
          id="tool-decoder"
          label={say("tools.decoder")}
          choices={decoders.map(({ id }) => id)}
          words={(id) => decoders.find((one) => one.id === id)!.label}
          value={decoder.id}
          set={choose}
        />
      )}
      {decoder.kind === "photo"
        ? (
          <>
            <FileTile
              id="tool-photo"
              icon="search"
              label={decoder.label}
              accept="image/*"
              disabled={busy.value}
              describedBy="tool-photo-what"
              take={({ files }) => {
                const [file] = files ?? [];
                if (file) void smaller(file).then(decode);
              }}
            />
            <p class="soft" id="tool-photo-what">{say("tools.may.decoder")}</p>
          </>
        )
        : (
          <>
            <TextField
              id="tool-input"
              label={decoder.label}
              value={input}
              rows={decoder.kind === "line" ? 2 : 5}
              placeholder={decoder.placeholder}
              code
            />
            <Button kind="main" submit disabled={busy.value}>{say("tools.decode")}</Button>
          </>
        )}
      {lines.value && <Answer lines={lines.value} />}
    </form>
  );
}

/** Longest side of a photo that a tool is given: what it takes is at most a megabyte of text. */
const LARGEST = 1600;
/** A photo as a data address, no larger than need be. */
async function smaller(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file),
    scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85);
}
