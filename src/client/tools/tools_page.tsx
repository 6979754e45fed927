/** The tools: those that are here, what the club recommends, what there is elsewhere, and the one that is opened. */
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { Heading, Moment, Notice, Unread } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { usePart } from "../ui/use_part.ts";
import { Elsewhere } from "./elsewhere.tsx";
import { type Bench, benchOf } from "./install/bench.ts";
import { Recommended } from "./recommended.tsx";
import { forCache } from "./state.ts";
import { beginTools } from "./surfaces/begin.ts";
import { ToolTiles } from "./tiles.tsx";

export default function ToolsPage() {
  const app = useApp(), bench = benchOf(app);
  const query = new URLSearchParams(place.value.query), open = query.get("open"), code = query.get("for");
  const tool = bench.installed.value.find(({ name }) => name === open);
  const OpenedTool = usePart(() => import("./opened_tool.tsx"), tool !== undefined)?.OpenedTool;
  useEffect(() => {
    // Where they run already, the lists are read anew.
    if (!beginTools(app)) void bench.startAll();
    if (code) forCache.value = code;
  }, []);
  if (bench.lists.mode.value === "off") {
    return (
      <>
        <Heading>{say("page.tools")}</Heading>
        <Notice>{say("tools.off")}</Notice>
      </>
    );
  }
  return (
    <>
      <Heading>{say("page.tools")}</Heading>
      <div class={tool && OpenedTool ? "tools-bench tools-beside" : "tools-bench"}>
        <div>
          <ToolTiles bench={bench} open={tool?.name} />
          <Lists bench={bench} />
        </div>
        {tool && OpenedTool && <OpenedTool bench={bench} tool={tool} />}
      </div>
    </>
  );
}

/** The first list that whoever runs the instance has named is what they recommend. */
function Lists({ bench: { lists }, bench }: { bench: Bench }) {
  const all = lists.all.value, first = all?.find(({ scope }) => scope === "instance");
  if (!all) return lists.unread.value ? <Unread>{lists.unread.value}</Unread> : <Moment />;
  return (
    <>
      {all.length === 0 && <Notice>{say("tools.offered.none")}</Notice>}
      {first && <Recommended bench={bench} list={first} />}
      <Elsewhere bench={bench} lists={all.filter((one) => one !== first)} />
    </>
  );
}
