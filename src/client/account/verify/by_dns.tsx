/** Verifying a call with a DNS record in the ampr.org zone; `done` is called once it is verified. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayTime } from "../../ui/times.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { type DnsProof, keepProof, keptProof } from "./proof_store.ts";
import type { Proving } from "./proof_store.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function ByDns({ proving, done }: { proving: Proving; done: () => void }) {
  const app = useApp();
  const doing = useDoing();
  const proof = useSignal<DnsProof | undefined>(undefined);
  const { callsign } = proving;
  useEffect(() => {
    void keptProof<DnsProof>(app, "ampr_dns", callsign).then((kept) => proof.value ??= kept);
  }, [callsign]);
  const start = () =>
    doing.run(async () => {
      const answer = await app.gateway.ask("POST", routeTo("POST /verify/ampr/start"), proving);
      if (answer.ok) {
        proof.value = answer.value;
        await keepProof(app, "ampr_dns", callsign, answer.value);
      }
      return answer;
    });
  const check = async () => {
    if (await doing.run(() => app.gateway.ask("POST", routeTo("POST /verify/ampr/check"), proving))) done();
  };
  return (
    <section class="card">
      <h2>{say("verify.dns")}</h2>
      <p>{say("verify.dns.what")}</p>
      {proof.value
        ? (
          <>
            <CopyText text={proof.value.record} what={say("verify.dns.record")} />
            <p class="soft">
              {say("verify.dns.hourly")}{" "}
              {say("verify.air.until", { at: sayTime(proof.value.expiresAt, app.gateway.now()) })}
            </p>
            <Button disabled={doing.busy.value} onClick={() => void check()}>
              {say("verify.dns.check")}
            </Button>
          </>
        )
        : <Button disabled={doing.busy.value} onClick={() => void start()}>{say("verify.dns.start")}</Button>}
      <Problem of={doing} />
    </section>
  );
}
