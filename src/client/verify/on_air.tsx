/** Verifying a call on the air: a code to send, and the answer as soon as a trusted station has heard it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { baseOf } from "../account/base_call.ts";
import { useApp } from "../shell/app.ts";
import { Problem, useDoing } from "../shell/doing.tsx";
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { sayTime } from "../shell/times.ts";
import { usePoll } from "../shell/use_read.ts";
import { keepProof, keptProof, type OnAirProof } from "./proof_store.ts";
import type { Proving } from "./proof_store.ts";

/** How often the gateway is asked whether the code was heard, in seconds. */
const ASK_S = 3;

export function OnAir({ proving, done }: { proving: Proving; done: () => void }) {
  const app = useApp();
  const doing = useDoing();
  const proof = useSignal<OnAirProof | undefined>(undefined);
  const { callsign } = proving;
  useEffect(() => {
    void keptProof<OnAirProof>(app, "rf_heard", callsign).then((kept) => proof.value ??= kept);
  }, [callsign]);
  const start = () =>
    doing.run(async () => {
      const answer = await app.gateway.ask<OnAirProof>("POST", "/verify/aprs/start", proving);
      if (answer.ok) {
        proof.value = answer.value;
        await keepProof(app, "rf_heard", callsign, answer.value);
      }
      return answer;
    });
  return (
    <section class="on-air">
      <h2>{say("verify.air")}</h2>
      <p>{say("verify.air.what")}</p>
      {proof.value ? <Shown proof={proof.value} proving={proving} done={done} /> : null}
      <Button kind={proof.value ? "quiet" : "main"} disabled={doing.busy.value} onClick={() => void start()}>
        {say(proof.value ? "verify.air.again" : "verify.air.start")}
      </Button>
      <Problem of={doing} />
    </section>
  );
}

function Shown({ proof, proving, done }: { proof: OnAirProof; proving: Proving; done: () => void }) {
  const app = useApp();
  const lost = useSignal(""), asks = useSignal(true);
  const heard = useSignal<{ at: number; via: string } | undefined>(undefined);
  const { callsign, claim } = proving;
  const look = async () => {
    const over = app.gateway.now() > proof.expiresAt;
    const state = await stateOf();
    // Another question was answered meanwhile, or there is no decision yet.
    if (!asks.peek() || (state === "open" && !over)) return;
    asks.value = false;
    if (state === "done") done();
    else lost.value = state === "open" ? "expired" : state;
  };
  const stateOf = async (): Promise<string> => {
    if (claim !== undefined) {
      const answer = await app.gateway.ask<{ status: string }>("POST", "/auth/claims/status", { claim });
      return answer.ok ? answer.value.status : "open";
    }
    const answer = await app.gateway.get<{ verified: boolean }>(
      `/verify/aprs/status?callsign=${encodeURIComponent(baseOf(callsign))}`,
    );
    if (answer.ok && answer.value.verified) return "done";
    await listen();
    return "open";
  };
  // It helps the person who waits to see that any packet of theirs was heard: the radio is on the right frequency.
  const listen = async () => {
    const answer = await app.gateway.get<{ lastSeen: number | null; via: string | null }>(
      `/api/stations/${encodeURIComponent(callsign)}`,
    );
    if (answer.ok && answer.value.lastSeen !== null) {
      heard.value = { at: answer.value.lastSeen, via: answer.value.via ?? "" };
    }
  };
  useEffect(() => {
    asks.value = true;
    lost.value = "";
    void look();
  }, [proof.code, callsign, claim]);
  usePoll(look, asks.value ? ASK_S : undefined);
  const ago = heard.value && Math.max(0, app.gateway.now() - heard.value.at);
  return (
    <>
      <p>{say("verify.air.send", { to: proof.to })}</p>
      <p class="big-code" id="on-air-code">{proof.text}</p>
      <p class="soft">
        {say("verify.air.sites", { sites: proof.sites.join(", ") })}{" "}
        {say("verify.air.until", { at: sayTime(proof.expiresAt, app.gateway.now()) })}
      </p>
      <p role="status">
        {lost.value === "expired"
          ? say("verify.expired")
          : lost.value
          ? say("verify.refused")
          : ago !== undefined && ago < 3600
          ? say("verify.air.heard", { call: callsign, n: ago })
          : say("verify.air.waits")}
      </p>
    </>
  );
}
