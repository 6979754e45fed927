/**
 * Verifying a call with a Logbook of the World certificate: the person signs a message with its key in another program and
 * gives the signature here. `done` is called once the call is verified.
 */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { FileField } from "../../ui/look/file_tile.tsx";
import { say } from "../../ui/say.ts";
import { base64Of, certificatesIn } from "./certificate_files.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import type { Proving } from "./proof_store.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function ByLotw({ proving, done }: { proving: Proving; done: () => void }) {
  const app = useApp();
  const doing = useDoing();
  const message = useSignal("");
  const certificates = useSignal<FileList | null>(null), signature = useSignal<FileList | null>(null);
  const start = () =>
    doing.run(async () => {
      const answer = await app.gateway.ask("POST", routeTo("POST /verify/lotw/start"), proving);
      if (answer.ok) message.value = answer.value.message;
      return answer;
    });
  const send = async (event: Event) => {
    event.preventDefault();
    const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());
    const chain = await Promise.all([...certificates.peek() ?? []].map(bytesOf));
    const [signed] = await Promise.all([...signature.peek() ?? []].map(bytesOf));
    const body = {
      ...proving,
      certificates: chain.flatMap(certificatesIn),
      signature: signed ? base64Of(signed) : "",
    };
    if (await doing.run(() => app.gateway.ask("POST", routeTo("POST /verify/lotw/complete"), body))) done();
  };
  return (
    <section class="card">
      <h2>{say("verify.lotw")}</h2>
      <p>{say("verify.lotw.what")}</p>
      {message.value
        ? (
          <form onSubmit={send}>
            <CopyText text={JSON.stringify(message.value).slice(1, -1)} what={say("verify.lotw.message")} />
            <p>{say("verify.lotw.how")}</p>
            <p>
              <code>
                printf '{JSON.stringify(message.value).slice(1, -1)}' | openssl dgst -sha256 -sign key.pem
                -out signature
              </code>
            </p>
            <FileField
              id="lotw-chain"
              label={say("verify.lotw.chain")}
              multiple
              required
              take={({ files }) => certificates.value = files}
            />
            <FileField
              id="lotw-signature"
              label={say("verify.lotw.signature")}
              required
              take={({ files }) => signature.value = files}
            />
            <Button submit disabled={doing.busy.value}>{say("verify.lotw.send")}</Button>
          </form>
        )
        : <Button disabled={doing.busy.value} onClick={() => void start()}>{say("verify.lotw.start")}
        </Button>}
      <Problem of={doing} />
    </section>
  );
}
