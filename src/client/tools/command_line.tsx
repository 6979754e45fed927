/** A line on which commands of tools are run: the word decides which tool hears it. */
import { useSignal } from "@preact/signals";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { Answer } from "./answer.tsx";
import type { Bench } from "./install/bench.ts";

/** A line as it is typed: a word in any letter case, with a slash before it or without, and what it is about. */
export function readCommand(line: string): { word: string; args: string } {
  const text = line.trim().replace(/^\//, ""), gap = text.search(/\s/), end = gap < 0 ? text.length : gap;
  return { word: text.slice(0, end).toLowerCase(), args: text.slice(end).trim() };
}

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
    const { word, args } = readCommand(line.peek());
    const [found] = [...bench.running.peek().values()].flatMap((tool) =>
      (tool.ended.peek() ? [] : tool.loaded.peek()?.commands ?? [])
        .flatMap((one) => one.toLowerCase() === word ? [{ tool, one }] : [])
    );
    busy.value = true;
    lines.value = found ? await found.tool.run(found.one, args) : [say("tools.command.none", { word })];
    busy.value = false;
  };
  return (
    <section>
      <h2>{say("tools.command")}</h2>
      <form class="line-form" onSubmit={(event) => void run(event)}>
        <TextField
          id="tool-command"
          label={say("tools.command.label")}
          hint={words.map((word) => `/${word}`).join(" ")}
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
