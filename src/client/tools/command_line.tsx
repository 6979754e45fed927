/** A line on which commands of tools are run: the word decides which tool hears it. */
import { useSignal } from "@preact/signals";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { Answer } from "./answer.tsx";
import type { Bench } from "./install/bench.ts";

export function CommandLine({ bench }: { bench: Bench }) {
  const line = useSignal(""),
    lines = useSignal<readonly string[] | undefined>(undefined),
    busy = useSignal(false);
  const words = [...bench.running.value.values()].flatMap((tool) =>
    tool.ended.value ? [] : tool.loaded.value?.commands ?? []
  );
  if (words.length === 0) return null;
  const run = async (event: Event) => {
    event.preventDefault();
    const text = line.peek().trim(), end = text.search(/\s/);
    const word = end < 0 ? text : text.slice(0, end), args = end < 0 ? "" : text.slice(end).trim();
    const tool = [...bench.running.peek().values()].find((one) =>
      !one.ended.peek() && one.loaded.peek()?.commands.includes(word)
    );
    busy.value = true;
    lines.value = tool ? await tool.run(word, args) : [say("tools.command.none", { word })];
    busy.value = false;
  };
  return (
    <section>
      <h2>{say("tools.command")}</h2>
      <form class="line-form" onSubmit={(event) => void run(event)}>
        <TextField
          id="tool-command"
          label={say("tools.command.label")}
          hint={words.join(" ")}
          value={line}
          maxLength={4000}
          code
        />
        <Button submit disabled={busy.value || line.value.trim() === ""}>{say("tools.run")}</Button>
      </form>
      {lines.value && <Answer lines={lines.value} />}
    </section>
  );
}
