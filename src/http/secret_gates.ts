/** Gates that a secret of the instance opens, shown in a header of its own, and those that a session opens as well. */
import { sameSecret } from "../base/mod.ts";
import { either, type Gate, gateFailure, session, type SignInAge, sysop } from "./gates.ts";
import type { Incoming } from "./incoming.ts";
import type { IngestWho, OperatorWho, Ports, SessionWho, SysopWho } from "./ports.ts";

function secretGate<Who>(
  label: string,
  header: string,
  secretOf: (ports: Ports) => string | undefined,
  who: Who,
  { unset = gateFailure.secret_unset, bearer = false }: { unset?: () => Error; bearer?: boolean } = {},
): Gate<Who> {
  const shownBy = (incoming: Incoming): string | undefined =>
    bearer ? /^Bearer\s+(\S+)$/i.exec(incoming.header("authorization") ?? "")?.[1] : incoming.header(header);
  return {
    label,
    security: [bearer ? `${header}-bearer` : header],
    present: (incoming) => shownBy(incoming) !== undefined,
    check(incoming, ports) {
      const secret = secretOf(ports);
      if (secret === undefined) throw unset();
      const shown = shownBy(incoming);
      if (shown === undefined) throw gateFailure.no_credential();
      if (!sameSecret(shown, secret)) throw gateFailure.bad_secret();
      return who;
    },
  };
}

/** x-ingest-secret: the ingest plane. */
export const ingest = (): Gate<IngestWho> =>
  secretGate("ingest", "x-ingest-secret", (ports) => ports.ingestSecret, { kind: "ingest" });

/**
 * x-operator-secret: scripts of the operator. `bearer`: as `Authorization: Bearer`, for programs that send no header of
 * another name (RFC 6750 2.1).
 */
export const operator = ({ bearer = false } = {}): Gate<OperatorWho> =>
  secretGate("operator", "x-operator-secret", (ports) => ports.operatorSecret, {
    kind: "operator",
    actor: "OPERATOR",
  }, { bearer });

/** x-fed-secret against FED_SUBMIT_SECRET. */
export const submitSecret = (): Gate<{ kind: "submit" }> =>
  secretGate(
    "fedsecret",
    "x-fed-secret",
    (ports) => ports.submitSecret,
    { kind: "submit" },
    { unset: gateFailure.submit_closed },
  );

/** x-relay-secret: the requester's side of the relay. */
export const relaySecret = (): Gate<{ kind: "relay" }> =>
  secretGate("relaysecret", "x-relay-secret", (ports) => ports.relaySecret, { kind: "relay" });

/** An operator, signed in or with the operator secret, which is always fresh: most of administration. */
export const sysopOrOperator = (age?: SignInAge): Gate<SysopWho | OperatorWho> =>
  either(operator(), sysop(age));

/** A web write by a member, or a write over APRS through the ingest plane. */
export const actor = (): Gate<(SessionWho & { call: string }) | IngestWho> => ({
  ...either(ingest(), session()),
  label: "actor",
});
