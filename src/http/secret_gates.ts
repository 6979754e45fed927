/** Gates that a secret of the instance opens, shown in a header of its own, and those that a session opens as well. */
import { sameSecret } from "../base/mod.ts";
import { either, type Gate, gateFailure, session, sysop } from "./gates.ts";
import type { IngestWho, OperatorWho, Ports, SessionWho, SysopWho } from "./ports.ts";

function secretGate<Who>(
  label: string,
  header: string,
  secretOf: (ports: Ports) => string | undefined,
  who: Who,
  unset: () => Error = gateFailure.secret_unset,
): Gate<Who> {
  return {
    label,
    security: [header],
    present: (incoming) => incoming.headers.has(header),
    check(incoming, ports) {
      const secret = secretOf(ports);
      if (secret === undefined) throw unset();
      const shown = incoming.header(header);
      if (shown === undefined) throw gateFailure.no_credential();
      if (!sameSecret(shown, secret)) throw gateFailure.bad_secret();
      return who;
    },
  };
}

/** x-ingest-secret: the ingest plane. */
export const ingest = (): Gate<IngestWho> =>
  secretGate("ingest", "x-ingest-secret", (ports) => ports.ingestSecret, { kind: "ingest" });

/** x-operator-secret: scripts of the operator. */
export const operator = (): Gate<OperatorWho> =>
  secretGate("operator", "x-operator-secret", (ports) => ports.operatorSecret, {
    kind: "operator",
    actor: "OPERATOR",
  });

/** x-fed-secret against FED_SUBMIT_SECRET. */
export const submitSecret = (): Gate<{ kind: "submit" }> =>
  secretGate(
    "fedsecret",
    "x-fed-secret",
    (ports) => ports.submitSecret,
    { kind: "submit" },
    gateFailure.submit_closed,
  );

/** x-relay-secret: the requester's side of the relay. */
export const relaySecret = (): Gate<{ kind: "relay" }> =>
  secretGate("relaysecret", "x-relay-secret", (ports) => ports.relaySecret, { kind: "relay" });

/** An operator, signed in or with the operator secret: most of administration. */
export const sysopOrOperator = (): Gate<SysopWho | OperatorWho> => either(operator(), sysop());

/** A web write by a member, or a write over APRS through the ingest plane. */
export const actor = (): Gate<(SessionWho & { call: string }) | IngestWho> => ({
  ...either(ingest(), session()),
  label: "actor",
});
