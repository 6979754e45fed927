/** The ways to sign in or up with one callsign, best first. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Answered } from "../../phone/ask.ts";
import { useApp } from "../../phone/app.ts";
import { Button } from "../../ui/parts.tsx";
import { CallPlate } from "../../ui/look/radio.tsx";
import { TextField } from "../../ui/fields.tsx";
import { go } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { arrive, noteReturn } from "./arrival.ts";
import { openClaim } from "./claim.ts";
import { MailForm } from "./mail_form.tsx";
import { makePasskey, passkeysInBrowser, signInWithPasskey } from "./passkeys.ts";
import { type CallKnown, standingOf, type Way, waysIn } from "./ways_in.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Runs one action of the page at a time and shows a refusal; gives whether it succeeded. */
type Run = (act: () => Promise<Answered<unknown>>) => Promise<boolean>;

export function SignInWays({ known, invitation, to, run, busy, back }: {
  known: CallKnown;
  invitation: Signal<string>;
  to: string;
  run: Run;
  busy: boolean;
  back: () => void;
}) {
  const app = useApp();
  const configured = app.start.value?.value.configured;
  const here = {
    passkeys: passkeysInBrowser() === "yes",
    mail: configured?.mail ?? false,
    links: configured?.links ?? false,
  };
  const { callsign } = known;
  const standing = standingOf(known), ways = waysIn(known, here);
  const drawn: Record<Way, () => ComponentChildren> = {
    passkey: () => (
      <Button
        kind="main"
        disabled={busy}
        onClick={async () => {
          if (await run(() => signInWithPasskey(app.gateway, callsign))) await arrive(app, to);
        }}
      >
        {say("signin.passkey")}
      </Button>
    ),
    new_passkey: () => (
      <NewPasskey callsign={callsign} invitation={invitation} to={to} run={run} busy={busy} />
    ),
    mail: () => (
      <ByMail
        callsign={callsign}
        invitation={invitation}
        isNew={standing === "new"}
        to={to}
        run={run}
        busy={busy}
      />
    ),
    link: () => (
      <>
        <h2>{say("signin.link")}</h2>
        <p>{say(known.operatorCall ? "signin.link.operator" : "signin.link.ask")}</p>
        {known.operatorCall && (
          <details>
            <summary>{say("signin.link.command")}</summary>
            <code>service-gateway operator-link {callsign}</code>
          </details>
        )}
      </>
    ),
    claim: () => (
      <>
        <h2>{say("signin.claim")}</h2>
        <p>{say("signin.claim.what", { call: callsign })}</p>
        <Button
          disabled={busy}
          onClick={async () => {
            if (await run(() => openClaim(app, callsign))) {
              go(`/me/verify?call=${encodeURIComponent(callsign)}`);
            }
          }}
        >
          {say("signin.claim.open")}
        </Button>
      </>
    ),
  };
  return (
    <>
      <p class="signin-call">
        <CallPlate call={callsign} big /> <Button onClick={back}>{say("signin.other")}</Button>
      </p>
      <p>{say(`signin.standing.${standing}`)}</p>
      {ways.length === 0 && standing !== "invalid" && standing !== "reserved" && standing !== "closed" && (
        <p>{say("signin.none")}</p>
      )}
      {ways.map((way) => <section key={way}>{drawn[way]()}</section>)}
    </>
  );
}

function NewPasskey({ callsign, invitation, to, run, busy }: {
  callsign: string;
  invitation: Signal<string>;
  to: string;
  run: Run;
  busy: boolean;
}) {
  const app = useApp();
  const email = useSignal("");
  const make = async (event: Event) => {
    event.preventDefault();
    // Somebody new sees next how to verify the call, unless they came from another page.
    const next = to === "/" ? "/me/verify" : to;
    if (
      await run(() =>
        makePasskey(app.gateway, callsign, { email: email.peek().trim(), invitation: invitation.peek() })
      )
    ) await arrive(app, next);
  };
  return (
    <form onSubmit={make}>
      {app.start.value?.value.configured.mail && (
        <TextField
          id="email"
          label={say("signin.email.spare")}
          hint={say("signin.email.spare.hint")}
          type="email"
          autoComplete="email"
          value={email}
        />
      )}
      <p class="soft">{say("signin.passkey.what")}</p>
      <Button kind="main" submit disabled={busy}>{say("signin.up")}</Button>
    </form>
  );
}

function ByMail({ callsign, invitation, isNew, to, run, busy }: {
  callsign: string;
  invitation: Signal<string>;
  isNew: boolean;
  to: string;
  run: Run;
  busy: boolean;
}) {
  const app = useApp();
  const send = async (email: string) => {
    const done = await run(() =>
      app.gateway.ask("POST", routeTo("POST /auth/email/start"), {
        ...{ email, callsign },
        ...(invitation.peek() && { invitation: invitation.peek() }),
      })
    );
    if (done) await noteReturn(app, to);
    return done;
  };
  const what = say(isNew ? "signin.mail.new" : "signin.mail.known");
  return <MailForm heading={say("signin.mail")} what={what} busy={busy} send={send} />;
}
