/** The bench: a tile for each tool that is installed, and whether it is there without a connection. */
import { Icon } from "../ui/icons/icon.tsx";
import { GroupHead } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import type { Bench } from "./install/bench.ts";
import type { Face } from "./install/face.ts";
import type { Installed } from "./install/trust.ts";
import { stateOf, toolAddress } from "./state.ts";

/** The drawing of a tool: in amber what is for radio. */
export const ToolDisc = ({ face: { icon, group }, plain }: { face: Face; plain?: boolean }) => (
  <IconDisc icon={icon} tint={plain ? "plain" : group === "radio" ? "air" : "go"} />
);

/** Without a worker the app itself does not open where there is no connection. */
const isAppKept = (): boolean => navigator.serviceWorker?.controller != null;

export function ToolTiles({ bench, open }: { bench: Bench; open: string | undefined }) {
  const tools = bench.installed.value, n = tools.length;
  const offline = isAppKept() ? tools.filter(bench.worksOffline).length : 0;
  // Those that are in the menu come first.
  const inOrder = tools.toSorted((a, b) => Number(b.pin ?? false) - Number(a.pin ?? false));
  return (
    <section>
      <div class="tools-head">
        <GroupHead>{say("tools.yours", { n })}</GroupHead>
        {n > 0 && (
          <p class="soft" data-offline={offline}>
            {offline === n && <Icon name="check" />}
            {offline === n ? say("tools.offline.all") : say("tools.offline.some", { n: offline })}
          </p>
        )}
      </div>
      {n === 0 && <p class="soft">{say("tools.yours.none")}</p>}
      <ul class="tool-tiles">
        {inOrder.map((tool) => (
          <li key={tool.name}>
            <Tile bench={bench} tool={tool} current={tool.name === open} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ bench, tool, current }: { bench: Bench; tool: Installed; current: boolean }) {
  const { state, words } = stateOf(bench, tool), face = bench.faceOf(tool);
  const runs = state === "on" || state === "starting";
  return (
    <a
      class="tool-tile"
      data-tool={tool.name}
      data-state={state}
      href={toolAddress(tool.name)}
      aria-current={current ? "page" : undefined}
    >
      <ToolDisc face={face} />
      <span>
        <b>
          <Foreign>{face.title}</Foreign>
        </b>
        <span class="entry-line">{runs ? <Foreign>{face.line || face.description}</Foreign> : words}</span>
        {runs && !bench.worksOffline(tool) && <span class="entry-line">{say("tools.online")}</span>}
      </span>
    </a>
  );
}
