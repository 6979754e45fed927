/** The callsigns of this account: whether and how each is verified, which one is in use, and a form to add one. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Acts, Card, Entries, Entry } from "../ui/look/lists.tsx";
import { CallPlate } from "../ui/look/radio.tsx";
import { Button, ButtonLink, Loading } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { Badge } from "./verify/badge.tsx";
import { type Claim, keptClaim } from "./sign_in/claim.ts";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";

const verifyAddress = (call: string): string => `/me/verify?call=${encodeURIComponent(call)}`;

export default function CallsPage() {
  return <SignedIn title="page.calls">{() => <Calls />}</SignedIn>;
}

function Calls() {
  const app = useApp();
  const doing = useDoing();
  const wanted = useSignal(""), claim = useSignal<Claim | undefined>(undefined);
  const { known, again } = useRead(routeTo("GET /auth/callsigns"));
  useEffect(() => {
    void keptClaim(app).then((found) => claim.value = found);
  }, []);
  const use = async (callsign: string) => {
    if (await doing.run(() => app.gateway.ask("POST", routeTo("POST /auth/callsign"), { callsign }))) {
      await app.open();
      await again();
    }
  };
  const add = async (event: Event) => {
    event.preventDefault();
    const callsign = wanted.peek().trim();
    if (await doing.run(() => app.gateway.ask("POST", routeTo("POST /auth/callsigns"), { callsign }))) {
      wanted.value = "";
      await again();
    }
  };
  const calls = known.value?.value.callsigns;
  return (
    <>
      {!calls ? <Loading /> : (
        <Card flush>
          <Entries label={say("page.calls")}>
            {calls.map((held) => (
              <Entry
                key={held.callsign}
                name={<CallPlate call={held.callsign} proven={held.verified} />}
                line={<Badge held={held} />}
                far={held.active && held.verified
                  ? <span class="entry-val entry-on">{say("calls.active")}</span>
                  : (
                    <Acts>
                      {held.active && <span class="entry-val entry-on">{say("calls.active")}</span>}
                      {!held.verified && (
                        <ButtonLink kind="quiet" href={verifyAddress(held.callsign)}>
                          {say("calls.verify")}
                        </ButtonLink>
                      )}
                      {!held.active && (
                        <Button
                          aria-label={say("calls.use.label", { call: held.callsign })}
                          disabled={doing.busy.value}
                          onClick={() => void use(held.callsign)}
                        >
                          {say("calls.use")}
                        </Button>
                      )}
                    </Acts>
                  )}
              />
            ))}
          </Entries>
        </Card>
      )}
      {claim.value && (
        <p>
          {say("calls.claim", { call: claim.value.callsign })}{" "}
          <a href={verifyAddress(claim.value.callsign)}>{say("calls.verify")}</a>
        </p>
      )}
      <form onSubmit={add}>
        <TextField
          id="new-call"
          label={say("calls.add")}
          hint={say("calls.add.hint")}
          required
          maxLength={20}
          autoCapitalize="characters"
          spellcheck={false}
          value={wanted}
        />
        <Button submit disabled={doing.busy.value}>{say("calls.add.do")}</Button>
      </form>
      <Problem of={doing} />
    </>
  );
}
