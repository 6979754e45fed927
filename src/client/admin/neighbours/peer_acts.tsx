/** What can be done with a neighbour: pull from it, trust it, block it, remove it. What each affects is said first. */
import { useSignal } from "@preact/signals";
import type { z } from "#schemas";
import type { BlockPreviewReply } from "../../../federation/mod.ts";
import { useApp } from "../../phone/app.ts";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button, ButtonLink } from "../../ui/parts.tsx";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import { HeardForm, KeyWords } from "./key_words.tsx";
import { groupOf, nameOf, type Neighbour } from "./neighbours.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface ActsProps {
  peer: Neighbour;
  again: () => Promise<void>;
}

export function PeerActs({ peer, again }: ActsProps) {
  const { gateway } = useApp();
  const doing = useDoing(), pulled = useSignal("");
  const group = groupOf(peer), { url } = peer;
  const name = nameOf(peer);
  const run = async (ask: () => Promise<Answered<unknown>>) => {
    if (await doing.run(ask)) await again();
  };
  const trust = () =>
    gateway.ask("POST", routeTo("POST /federation/peers/trust"), {
      url,
      trust: "trusted",
      ...(peer.fingerprint !== null && { fingerprint: peer.fingerprint }),
    });
  const goOn = () => gateway.ask("POST", routeTo("POST /federation/peers/pause"), { url, paused: false });
  const pull = async () => {
    const answer: { ok: boolean; error?: string } = { ok: false };
    await doing.run(async () => {
      const told = await gateway.ask("POST", routeTo("POST /federation/peers/sync"), { url });
      if (told.ok) Object.assign(answer, told.value);
      return told;
    });
    pulled.value = answer.ok ? tell("peers.pulled") : answer.error ? tell("peers.pulled.not") : "";
    await again();
  };
  return (
    <section>
      <h2>{tell("peers.acts")}</h2>
      <div class="row-acts">
        {group === "sighted" && <ButtonLink href="/admin/neighbours/add">{tell("peers.compare")}</ButtonLink>}
        {group === "followed" && (
          <Button disabled={doing.busy.value} onClick={() => void pull()}>{tell("peers.pull")}</Button>
        )}
        {group === "followed" && peer.trust === "trusted" && (
          <Danger
            id="untrust"
            label={tell("peers.untrust")}
            about={tell("peers.untrust.about", { name })}
            touches={[tell("peers.untrust.word"), tell("peers.untrust.records", { n: peer.mirroredTotal })]}
            act={() =>
              gateway.ask("POST", routeTo("POST /federation/peers/trust"), { url, trust: "unvetted" })}
            done={tell("peers.untrust.done", { name })}
            {...(peer.fingerprint !== null && { undo: { label: tell("peers.trust_it"), act: trust } })}
            after={again}
          />
        )}
        {group === "followed" && (
          <Danger
            id="pause"
            label={tell("peers.pause")}
            touches={[
              tell("peers.pause.means"),
              tell("peers.pause.records", { n: peer.mirroredTotal }),
            ]}
            act={() => gateway.ask("POST", routeTo("POST /federation/peers/pause"), { url, paused: true })}
            done={tell("peers.paused.done", { name })}
            undo={{ label: tell("peers.go_on"), act: goOn }}
            after={again}
          />
        )}
        {group === "paused" && (
          <p>
            <Button disabled={doing.busy.value} onClick={() => void run(goOn)}>{tell("peers.go_on")}</Button>
            {" "}
            <span class="soft">{tell("peers.paused.means")}</span>
          </p>
        )}
        <p role="status">{pulled.value}</p>
        <Problem of={doing} />
        {peer.trust === "unvetted" && group !== "sighted" && peer.fingerprint !== null && (
          <details>
            <summary>{tell("peers.trust_it")}</summary>
            <p>{tell("peers.preview.how")}</p>
            <KeyWords
              of={{ fingerprint: peer.fingerprint, words: peer.words }}
              label={tell("peers.key.of", { name: nameOf(peer) })}
            />
            <p class="soft">{tell("peers.trust.means")}</p>
            <HeardForm
              of={{ fingerprint: peer.fingerprint, words: peer.words }}
              label={tell("peers.trust_it")}
              busy={doing.busy.value}
              heard={() =>
                void run(async () => {
                  const answer = await trust();
                  // Its caches come at once, not with its next turn.
                  if (answer.ok) void gateway.ask("POST", routeTo("POST /federation/peers/sync"), { url });
                  return answer;
                })}
            />
          </details>
        )}
        <Block peer={peer} again={again} />
        <Remove peer={peer} again={again} />
      </div>
    </section>
  );
}

/** Blocks a neighbour: says first what will no longer be shown, and offers afterwards to undo it. */
function Block({ peer, again }: ActsProps) {
  const { gateway } = useApp();
  const doing = useDoing();
  const isDone = useSignal(false), lifted = useSignal(false), reason = useSignal("");
  const { url } = peer, name = nameOf(peer);
  const giveBack = () =>
    gateway.ask("POST", routeTo("POST /federation/peers/trust"), { url, trust: "before" });
  const lift = async () => {
    lifted.value = await doing.run(giveBack);
    await again();
  };
  if (peer.trust === "blocked" && !isDone.value) {
    return (
      <>
        <p>{tell("peers.blocked.means")}</p>
        {peer.blockReason !== null && <p>{tell("peers.blocked.why", { reason: peer.blockReason })}</p>}
        {peer.beforeBlock === "trusted" && <p class="soft">{tell("peers.lift.trusted")}</p>}
        <Button disabled={doing.busy.value} onClick={() => void lift()}>{tell("peers.lift")}</Button>
        <Problem of={doing} />
      </>
    );
  }
  return (
    <>
      {lifted.value && <p role="status">{tell("peers.lifted")}</p>}
      <Danger
        id="block"
        label={tell("peers.block")}
        about={tell("peers.block.about", { name })}
        touches={async () => {
          const answer = await gateway.ask(
            "POST",
            routeTo("POST /federation/peers/trust"),
            { url, trust: "blocked", preview: true },
          );
          return answer.ok
            ? { ...answer, value: "preview" in answer.value ? touchedSaid(answer.value.preview) : [] }
            : answer;
        }}
        act={() => {
          isDone.value = true;
          return gateway.ask("POST", routeTo("POST /federation/peers/trust"), {
            url,
            trust: "blocked",
            reason: reason.peek(),
          });
        }}
        done={tell("peers.block.done", { name })}
        undo={{ label: tell("peers.block.undo"), act: giveBack }}
        after={again}
      >
        <TextField
          id="block-reason"
          label={tell("peers.block.reason")}
          hint={tell("peers.block.reason.hint")}
          value={reason}
          maxLength={500}
        />
      </Danger>
    </>
  );
}

const touchedSaid = (preview: z.infer<typeof BlockPreviewReply>): string[] => [
  tell("peers.block.caches", { n: preview.caches }),
  tell("peers.block.finds", { n: preview.finds }),
  tell("peers.block.bulletins", { n: preview.bulletins }),
  tell("peers.block.questions", { n: preview.questions }),
  ...(preview.named > 0 ? [tell("peers.block.named", { n: preview.named })] : []),
  tell(preview.undo ? "peers.block.can_undo" : "peers.block.no_undo"),
];

function Remove({ peer, again }: ActsProps) {
  const { gateway } = useApp();
  const { url, configured, mirroredTotal } = peer;
  if (configured) return <p class="soft">{tell("peers.remove.configured")}</p>;
  return (
    <Danger
      id="remove"
      label={tell("peers.remove")}
      about={tell("peers.remove.about", { name: nameOf(peer) })}
      touches={[
        tell("peers.remove.key"),
        tell("peers.remove.records", { n: mirroredTotal }),
        tell("peers.remove.no_undo"),
      ]}
      word={nameOf(peer)}
      act={() => gateway.ask("DELETE", routeTo("DELETE /federation/peers", { query: { url } }))}
      done={tell("peers.remove.done")}
      after={again}
    />
  );
}
