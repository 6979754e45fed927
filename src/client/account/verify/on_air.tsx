/** Verifying a call on the air: a code to send, and the answer as soon as a trusted station has heard it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { sayFrequency } from "../../print/frequency.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayTime } from "../../ui/times.ts";
import { usePoll } from "../../phone/use_read.ts";
import { keepProof, keptProof, type OnAirProof } from "./proof_store.ts";
import type { Proving } from "./proof_store.ts";
import { routeTo } from "../../phone/wire/routes.ts";

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
      const answer = await app.gateway.ask("POST", routeTo("POST /verify/aprs/start"), proving);
      if (answer.ok) {
        proof.value = answer.value;
        await keepProof(app, "rf_heard", callsign, answer.value);
      }
      return answer;
    });
  return (
    <section class="on-air card">
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
  const heard = useSignal<Heard | undefined>(undefined);
  const { callsign, claim } = proving;
  const look = async () => {
    const over = app.gateway.now() > proof.expiresAt;
    const state = await stateOf();
    if (state === "open") await listen();
    // Another question was answered meanwhile, or there is no decision yet.
    if (!asks.peek() || (state === "open" && !over)) return;
    asks.value = false;
    if (state === "done") done();
    else lost.value = state === "open" ? "expired" : state;
  };
  const stateOf = async (): Promise<string> => {
    if (claim !== undefined) {
      const answer = await app.gateway.ask("POST", routeTo("POST /auth/claims/status"), { claim });
      return answer.ok ? answer.value.status : "open";
    }
    const answer = await app.gateway.get(
      routeTo("GET /verify/aprs/status", { query: { callsign: ownerCall(callsign) } }),
    );
    return answer.ok && answer.value.verified ? "done" : "open";
  };
  // It helps the person who waits to see that any packet of theirs was heard, and where: the radio is on the right frequency.
  const listen = async () => {
    const answer = await app.gateway.get(
      routeTo("GET /api/stations/:call/packets", {
        params: { call: ownerCall(callsign) },
        query: { ssid: "any", limit: "1" },
      }),
    );
    const [packet] = answer.ok ? answer.value.packets : [];
    if (!answer.ok || !packet) return;
    const site = packet.heardBy.find((one) => one.direct)?.site ?? packet.heardBy[0]?.site ?? undefined;
    heard.value = { call: answer.value.callsign, at: packet.ts, site };
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
      <p>{sayFrequency(app.start.value?.value.frequency)} {say("verify.air.send", { to: proof.to })}</p>
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
          ? sayHeard(heard.value!, ago)
          : say("verify.air.waits")}
      </p>
    </>
  );
}

/** A packet that was heard: of which station, when (unix seconds), and by which site, where it is told. */
interface Heard {
  call: string;
  at: number;
  site: string | undefined;
}

const sayHeard = ({ call, site }: Heard, n: number): string =>
  site === undefined ? say("verify.air.heard", { call, n }) : say("verify.air.heard_by", { call, n, site });
