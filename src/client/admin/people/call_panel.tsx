/** One call: who holds it and how it was verified; an operator can verify it by hand, undo that, and release it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { Foreign, Why } from "../../ui/parts.tsx";
import { sayDate, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Mark } from "../parts/mark.tsx";
import { isTold, tell } from "../tell.ts";
import { type CallView, personAddress } from "./shapes.ts";
import { Reason } from "./suspend.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

type Holder = NonNullable<CallView["holder"]>;

export function CallPanel({ call, after }: { call: string; after: () => unknown }) {
  const { known, problem, again } = useRead(routeTo("GET /api/admin/callsigns/:call", { params: { call } }));
  const view = known.value?.value;
  if (problem.value) {
    return (
      <p class="bad" role="alert">
        <Why says={problem.value} />
      </p>
    );
  }
  if (!view) return null;
  const { callsign, holder, verification, under, openClaims, events, adminCall } = view;
  const both = async () => {
    await again();
    await after();
  };
  return (
    <section class="call-panel">
      <h2>
        <span class="code">{callsign}</span>
      </h2>
      <p>
        {verification
          ? (
            <Mark kind="go">
              {sayMethod(verification.method)}, {sayDate(verification.verifiedAt)}
              {verification.verifiedBy && ` (${verification.verifiedBy})`}
            </Mark>
          )
          : <Mark kind="wait">{tell("call.unproven")}</Mark>}
        {verification?.note && (
          <>
            {" "}
            <Foreign>{verification.note}</Foreign>
          </>
        )}
      </p>
      {adminCall && <p class="soft">{tell("call.admin")}</p>}
      {openClaims > 0 && <p>{tell("people.claims.open", { n: openClaims })}</p>}
      {holder
        ? <HolderLine holder={holder} callsign={callsign} />
        : <p class="soft">{tell("call.unheld")}</p>}
      <div class="call-panel-do">
        {holder && !verification && <Verify callsign={callsign} holder={holder} after={both} />}
        {verification?.method === "sysop" && <Unverify callsign={callsign} after={both} />}
        {holder && <Release callsign={callsign} holder={holder} under={under} after={both} />}
      </div>
      {events.length > 0 && (
        <details>
          <summary>{tell("call.history", { n: events.length })}</summary>
          <ul>
            {events.map(({ action, actor, note, at }) => (
              <li key={at}>
                {sayTime(at, at + 1e8)} {tell(action === "claimed" ? "call.claimed" : "call.released")}{" "}
                ({actor})
                {note && (
                  <>
                    : <Foreign>{note}</Foreign>
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const sayMethod = (method: string): string => {
  const key = `call.method.${method}`;
  return isTold(key) ? tell(key) : method;
};

/** Says who holds the call, so that the operator compares that before deciding. */
function HolderLine({ holder, callsign }: { holder: Holder; callsign: string }) {
  const { activeCallsign, passkeys, email, createdAt, held, accountId } = holder;
  const active = activeCallsign ?? callsign;
  return (
    <dl class="fields">
      <div>
        <dt>{tell("call.holder")}</dt>
        <dd>
          <a class="code" href={personAddress(active)}>{active}</a>, {tell("call.account", { id: accountId })}
        </dd>
      </div>
      <div>
        <dt>{tell("people.since")}</dt>
        <dd>{sayDate(createdAt)}</dd>
      </div>
      <div>
        <dt>{tell("call.holds")}</dt>
        <dd>{held.map((one) => one.callsign).join(", ")}</dd>
      </div>
      <div>
        <dt>{tell("call.ways_in")}</dt>
        <dd>
          {tell("touch.passkeys", { n: passkeys })}, {tell(email ? "call.mail" : "call.mail.none")}
        </dd>
      </div>
    </dl>
  );
}

function Verify({ callsign, holder, after }: { callsign: string; holder: Holder; after: () => unknown }) {
  const { gateway } = useApp();
  const note = useSignal("");
  return (
    <Danger
      id={`verify-${callsign}`}
      label={tell("call.verify")}
      about={tell("call.verify.about", { call: callsign })}
      touches={[
        tell("call.verify.what", { call: callsign, active: holder.activeCallsign ?? callsign }),
        tell("call.verify.claims"),
      ]}
      word={callsign}
      act={() =>
        gateway.ask("POST", routeTo("POST /api/admin/verifications"), {
          callsign,
          note: note.peek().trim(),
          holder: holder.accountId,
        })}
      done={tell("call.verify.done", { call: callsign })}
      undo={{
        label: tell("call.unverify"),
        act: () =>
          gateway.ask(
            "DELETE",
            routeTo("DELETE /api/admin/verifications/:call", { params: { call: callsign } }),
          ),
      }}
      after={after}
    >
      <TextField
        id={`verify-${callsign}-note`}
        label={tell("people.note")}
        hint={tell("call.verify.note")}
        value={note}
        required
        minLength={3}
        maxLength={200}
      />
    </Danger>
  );
}

function Unverify({ callsign, after }: { callsign: string; after: () => unknown }) {
  const { gateway } = useApp();
  return (
    <Danger
      id={`unverify-${callsign}`}
      label={tell("call.unverify")}
      about={tell("call.unverify.about", { call: callsign })}
      touches={[tell("call.unverify.what")]}
      word={callsign}
      act={() =>
        gateway.ask(
          "DELETE",
          routeTo("DELETE /api/admin/verifications/:call", { params: { call: callsign } }),
        )}
      done={tell("call.unverify.done", { call: callsign })}
      after={after}
    />
  );
}

/** What becomes of the caches that were hidden under the call; the first is what most want. */
const LEFT = ["stay", "offer", "archive"] as const;

/** Releases the call. The account that the operator has seen is sent with it, so that no other holder loses the call. */
function Release(
  { callsign, holder, under, after }: {
    callsign: string;
    holder: Holder;
    under: CallView["under"];
    after: () => unknown;
  },
) {
  const { gateway } = useApp();
  const reason = useSignal(""), caches = useSignal<typeof LEFT[number]>("stay");
  const others = holder.held.filter((one) => one.callsign !== callsign), left = others.length;
  const name = others.find((one) => one.callsign === holder.activeCallsign) ?? others[0];
  return (
    <Danger
      id={`release-${callsign}`}
      label={tell("call.release")}
      about={tell("call.release.about", { call: callsign })}
      touches={[
        tell("call.release.from", { id: holder.accountId, active: holder.activeCallsign ?? callsign }),
        left === 0 ? tell("call.release.last") : tell("call.release.left", { n: left }),
        name
          ? tell("call.release.under", { ...under, call: name.callsign })
          : tell("call.release.nameless", under),
        tell("call.release.stays"),
      ]}
      word={callsign}
      act={() =>
        gateway.ask("POST", routeTo("POST /api/admin/callsigns/:call", { params: { call: callsign } }), {
          action: "release",
          reason: reason.peek().trim(),
          holder: holder.accountId,
          caches: caches.peek(),
        })}
      done={tell("call.release.done", { call: callsign })}
      after={after}
    >
      {under.caches > 0 && (
        <ChoiceField
          id={`release-${callsign}-caches`}
          label={tell("call.release.caches", { n: under.caches })}
          value={caches}
          choices={LEFT}
          words={(one) => tell(`call.release.caches.${one}`)}
        />
      )}
      <Reason id={`release-${callsign}-why`} value={reason} />
    </Danger>
  );
}
