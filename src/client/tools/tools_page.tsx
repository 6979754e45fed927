/** The workbench: the tools that somebody has, what the registries list, and a tool by its address. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { Heading, Moment, Notice, Unread } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { CommandLine } from "./command_line.tsx";
import { benchOf, type Looked } from "./install/bench.ts";
import { ByAddress, Offered } from "./offered.tsx";
import { OpenedTool } from "./opened_tool.tsx";
import { beginTools } from "./surfaces/begin.ts";
import { Prompt } from "./prompt.tsx";
import { YourTools } from "./your_tools.tsx";

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
