/** Signing in or up: one field, the callsign; the gateway's answer decides what is asked next. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, ButtonLink, Heading, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { place } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayTime } from "../../ui/times.ts";
import { arrive, wantedAddress } from "./arrival.ts";
import { passkeysInBrowser, signInWithPasskey } from "./passkeys.ts";
import { SignInWays } from "./sign_in_ways.tsx";
import type { CallKnown } from "./ways_in.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function SignInPage() {
  const app = useApp();
  const call = useSignal(""), known = useSignal<CallKnown | undefined>(undefined);
  /** The code of an invitation: that of the link which led here, or typed once it was asked for. */
  const invitation = useSignal(new URLSearchParams(place.value.query).get("invitation") ?? "");
  const doing = useDoing();
  const needsCode = useComputed(() =>
    invitation.value !== "" || doing.problem.value?.reason === "invitation_needed"
  );
  const to = wantedAddress();
  const signedIn = app.call.value;
  useEffect(() => {
    // Somebody who is signed in and has to sign in afresh need not type their call.
    if (signedIn && call.peek() === "") call.value = signedIn;
  }, [signedIn]);

  const ask = (event: Event) => {
    event.preventDefault();
    void doing.run(async () => {
      const answer = await app.gateway.ask("POST", routeTo("POST /auth/claim"), { callsign: call.peek() });
      if (answer.ok) known.value = answer.value;
      return answer;
    });
  };
  const anyPasskey = async () => {
    if (await doing.run(() => signInWithPasskey(app.gateway))) await arrive(app, to);
  };

  return (
    <>
      <Heading>{say("page.sign_in")}</Heading>
      {signedIn && (
        <p>
          <ButtonLink href={to} kind="quiet">{say("signin.go", { call: signedIn })}</ButtonLink>
        </p>
      )}
      <Moved />
      <Problem of={doing} />
      {needsCode.value && (
        <TextField
          id="invitation"
          label={say("signin.invitation")}
          maxLength={20}
          autoCapitalize="characters"
          spellcheck={false}
          value={invitation}
        />
      )}
      {known.value
        ? (
          <SignInWays
            known={known.value}
            invitation={invitation}
            to={to}
            run={doing.run}
            busy={doing.busy.value}
            back={() => {
              known.value = undefined;
              doing.problem.value = undefined;
            }}
          />
        )
        : (
          <form onSubmit={ask}>
            <TextField
              id="callsign"
              label={say("signin.call")}
              hint={say("signin.call.hint")}
              name="callsign"
              required
              maxLength={20}
              autoComplete="username webauthn"
              autoCapitalize="characters"
              spellcheck={false}
              value={call}
            />
            <div class="signin-ways">
              <Button kind="main" submit disabled={doing.busy.value}>{say("signin.on")}</Button>
              {passkeysInBrowser() === "yes" && (
                <Button
                  disabled={doing.busy.value}
                  onClick={() => void anyPasskey()}
                >
                  {say("signin.any")}
                </Button>
              )}
            </div>
            <p>
              <a href="/welcome">{say("signin.without")}</a>
            </p>
          </form>
        )}
      <WithoutPasskeys />
    </>
  );
}

/** Why a passkey of before is not taken: the address is another one. */
function Moved() {
  const { start } = useApp(), moved = start.value?.value.moved;
  return moved === undefined ? null : (
    <Notice>
      {say("signin.moved", { from: moved.from, when: sayTime(moved.at, 0) })}
    </Notice>
  );
}

/** What this browser or page is missing for passkeys, in place of a button that could not work. */
function WithoutPasskeys() {
  const here = passkeysInBrowser();
  return here === "yes"
    ? null
    : <Notice action={<a href="/trust">{say("signin.trust")}</a>}>{say(`signin.passkeys.${here}`)}</Notice>;
}
