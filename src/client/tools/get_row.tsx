/** A tool of a list: what it is, how large, what it asks for, and the way to get it. */
import { useSignal } from "@preact/signals";
import { Button, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayBytes } from "../ui/times.ts";
import { usePart } from "../ui/use_part.ts";
import type { Bench, Looked, Why } from "./install/bench.ts";
import { isThere } from "./install/get_all.ts";
import type { Offer } from "./install/lists.ts";
import type { Permission } from "./run/shapes.ts";
import { ToolDisc } from "./tiles.tsx";

/** What is asked for, in a few words. */
export const sayAsks = (permissions: readonly Permission[]): string =>
  permissions.length > 0
    ? permissions.map((one) => say(`tools.asks.${one}`)).join(", ")
    : say("tools.asks.nothing");

export function GetRow({ bench, offer, whole }: { bench: Bench; offer: Offer; whole?: boolean }) {
  const { name, title, line, description, author, version, at, permissions, bytes } = offer;
  const looking = useLook(bench), { why } = looking;
  const facts = [
    whole && `${author} ${version}`.trim(),
    bytes > 0 && sayBytes(bytes),
    permissions && sayAsks(permissions),
  ];
  return (
    <li data-offer={name}>
      <div class="entry">
        <ToolDisc face={offer} plain />
        <span class="entry-words">
          <span class="entry-name">
            <Foreign>{title}</Foreign>
          </span>
          <span class="entry-line">
            <Foreign>{whole ? description : line || description}</Foreign>
          </span>
          <span class="entry-line">
            <Foreign>{facts.filter(Boolean).join(" · ")}</Foreign>
          </span>
        </span>
        {isThere(bench, offer) ? <span class="soft">{say("tools.there")}</span> : (
          <Button
            icon="download"
            aria-label={title}
            disabled={looking.busy}
            onClick={() => looking.look(at, offer)}
          >
            {say("tools.install")}
          </Button>
        )}
      </div>
      <Question bench={bench} looking={looking} />
      {why && <p class="tools-why" role="alert">{say(`tools.why.${why}`)}</p>}
    </li>
  );
}

/** What is asked about a tool that was looked at. */
export function Question({ bench, looking: { looked, done } }: {
  bench: Bench;
  looking: ReturnType<typeof useLook>;
}) {
  const Prompt = usePart(() => import("./prompt.tsx"), looked !== undefined)?.Prompt;
  return looked && Prompt ? <Prompt bench={bench} looked={looked} done={done} /> : null;
}

/** Looks at a tool: what was found, or why it cannot be installed, and whether it is looked at now. */
export function useLook(bench: Bench) {
  const answer = useSignal<Looked | Why | undefined>(undefined), busy = useSignal(false);
  const look = async (at: string, offer?: Offer) => {
    busy.value = true;
    answer.value = undefined;
    answer.value = await bench.look(at, offer);
    busy.value = false;
  };
  const { value } = answer;
  return {
    looked: typeof value === "object" ? value : undefined,
    why: typeof value === "string" ? value : undefined,
    busy: busy.value,
    look: (at: string, offer?: Offer) => void look(at, offer),
    done: () => answer.value = undefined,
  };
}
