/** Several neighbours at once: pull from them, pause them, go on with them. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button } from "../../ui/parts.tsx";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import { groupOf, type Neighbour } from "./neighbours.ts";

export function SeveralPeers({ peers, again }: { peers: readonly Neighbour[]; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing(), said = useSignal("");
  const of = (group: "followed" | "paused") =>
    peers.filter((peer) => groupOf(peer) === group).map(({ url }) => url);
  const followed = of("followed"), paused = of("paused"), n = followed.length;
  const path = routeTo("POST /federation/peers/pause-several");
  const pause = () => gateway.ask("POST", path, { urls: followed, paused: true });
  const resume = (urls: string[]) => gateway.ask("POST", path, { urls, paused: false });
  const goOn = async () => {
    if (await doing.run(() => resume(paused))) await again();
  };
  // One after the other, as the gateway does it by itself.
  const pull = async () => {
    said.value = "";
    let good = 0;
    const done = await doing.run(async () => {
      let answer: Answered<{ ok: boolean }> | undefined;
      for (const url of followed) {
        answer = await gateway.ask("POST", routeTo("POST /federation/peers/sync"), { url });
        if (!answer.ok) return answer;
        if (answer.value.ok) good++;
      }
      return answer!;
    });
    if (done) said.value = tell("peers.several.pulled", { n: good, all: n });
    await again();
  };
  if (n === 0 && paused.length === 0) return <span class="soft">{tell("peers.several.none")}</span>;
  return (
    <>
      {n > 0 && (
        <Button disabled={doing.busy.value} onClick={() => void pull()}>
          {tell("peers.several.pull", { n })}
        </Button>
      )}
      {paused.length > 0 && (
        <Button disabled={doing.busy.value} onClick={() => void goOn()}>
          {tell("peers.several.go_on", { n: paused.length })}
        </Button>
      )}
      {n > 0 && (
        <Danger
          id="pause-several"
          label={tell("peers.several.pause", { n })}
          touches={[tell("peers.several.pause.means")]}
          act={pause}
          done={tell("peers.several.paused", { n })}
          undo={{ label: tell("peers.several.go_on", { n }), act: () => resume(followed) }}
          after={again}
        />
      )}
      <span role="status">{said.value}</span>
      <Problem of={doing} />
    </>
  );
}
