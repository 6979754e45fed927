/**
 * Before another address is written: what stops working by it, and a way in at the new one. The gateway cannot ask later: after
 * the restart the session of this page may act no more, and the passkeys of the former name are taken nowhere.
 */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { Button } from "../../ui/parts.tsx";
import { Qr } from "../../ui/qr/qr.tsx";
import { useRead } from "../../phone/use_read.ts";
import { tell } from "../tell.ts";

/** `to`: the address that is to be written; `write` writes it. */
export function AddressGuide({ to, write, busy }: { to: string; write: () => void; busy: boolean }) {
  const app = useApp();
  const doing = useDoing();
  const link = useSignal("");
  const { known, problem } = useRead(routeTo("GET /api/admin/address", { query: { to } }));
  const stops = known.value?.value;
  const make = () =>
    doing.run(async () => {
      const path = routeTo("POST /api/admin/people/:call/link", { params: { call: app.call.peek()! } });
      const answer = await app.gateway.ask("POST", path);
      if (answer.ok) {
        const { pathname, search } = new URL(answer.value.link);
        link.value = `${stops!.to}${pathname}${search}`;
      }
      return answer;
    });
  if (!stops) return <p role="status">{problem.value ?? tell("light.asking")}</p>;
  const lines = [
    stops.operatorsByHttps && tell("address.https", { to: stops.to }),
    stops.passkeys > 0 && tell("address.passkeys", { n: stops.passkeys }),
    stops.alone > 0 && tell("address.alone", { n: stops.alone }),
    stops.people > 0 && tell("address.people", { n: stops.people }),
    stops.phones > 0 && tell("address.phones", { n: stops.phones }),
    stops.renames && tell("address.renames", stops.renames),
  ].filter((line): line is string => typeof line === "string");
  return (
    <section class="card" aria-labelledby="address-title">
      <h4 id="address-title">{tell("address.title", { to: stops.to })}</h4>
      {lines.length === 0 ? <p>{tell("address.nothing")}</p> : (
        <ul>
          {lines.map((line) => <li key={line}>{line}</li>)}
        </ul>
      )}
      <p>{tell("address.link")}</p>
      {link.value === ""
        ? <Button disabled={doing.busy.value} onClick={() => void make()}>{tell("address.link.do")}</Button>
        : (
          <>
            <CopyText text={link.value} what={tell("people.link.it")} />
            <Qr text={link.value} label={tell("people.link.it")} />
          </>
        )}
      <Problem of={doing} />
      <p class="soft">{tell("address.else")}</p>
      <Button kind={link.value === "" ? "quiet" : "main"} disabled={busy} onClick={write}>
        {tell(link.value === "" ? "address.write.without" : "address.write")}
      </Button>
    </section>
  );
}
