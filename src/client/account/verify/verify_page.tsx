/** Verifying that a callsign is one's own: the ways that this gateway offers, best first. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Card, Entries, Entry } from "../../ui/look/lists.tsx";
import { CallPlate } from "../../ui/look/radio.tsx";
import { ButtonLink, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { place, signInAddress } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { useRead } from "../../phone/use_read.ts";
import { Badge } from "./badge.tsx";
import { type Claim, forgetClaim, keptClaim } from "../sign_in/claim.ts";
import { ByDns } from "./by_dns.tsx";
import { ByLotw } from "./by_lotw.tsx";
import { OnAir } from "./on_air.tsx";
import type { Proving } from "./proof_store.ts";
import { ReceiversNear } from "./receivers.tsx";
import { returnAddress } from "../sign_in/ways_in.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Methods {
  methods: { rf_heard: boolean; ampr_dns: boolean; lotw: boolean };
  rfSites: number;
}

export default function VerifyPage() {
  const app = useApp();
  const session = app.call.value;
  const claim = useSignal<Claim | undefined>(undefined), looked = useSignal(false);
  useEffect(() => {
    void keptClaim(app).then((found) => {
      claim.value = found;
      looked.value = true;
    });
  }, []);
  const wanted = new URLSearchParams(place.value.query).get("call") ?? undefined;
  const held = useRead(session ? routeTo("GET /auth/callsigns") : undefined);
  const claimed = claim.value && (!wanted || wanted === claim.value.callsign) ? claim.value : undefined;
  const callsigns = held.known.value?.value.callsigns ?? [];
  const call = claimed ? claimed.callsign : wanted ?? held.known.value?.value.active;
  const row = claimed ? undefined : callsigns.find(({ callsign }) => callsign === (call && ownerCall(call)));

  const done = async () => {
    if (claimed) await forgetClaim(app);
    claim.value = undefined;
    await app.open();
    await held.again();
  };

  return (
    <>
      <Heading>{say("page.verify")}</Heading>
      {!looked.value || !app.start.value
        ? <Loading />
        : call === undefined && !session
        ? (
          <Notice action={<a href={signInAddress("/me/verify")}>{say("write.signin.link")}</a>}>
            {say("me.nobody")}
          </Notice>
        )
        : call === undefined
        ? <Loading />
        : (
          <Boundary>
            <Card flush>
              <Entries label={say("page.calls")}>
                <Entry
                  name={<CallPlate call={call} proven={row?.verified} big />}
                  line={row && <Badge held={row} />}
                />
              </Entries>
            </Card>
            {claimed && <p>{say("verify.claimed", { call })}</p>}
            {row?.verified
              ? (
                <ButtonLink
                  href={returnAddress(new URLSearchParams(place.value.query).get("to"), location.origin)}
                >
                  {say("verify.on")}
                </ButtonLink>
              )
              : (
                <Ways
                  proving={{ callsign: call, ...(claimed && { claim: claimed.claim }) }}
                  done={() => void done()}
                />
              )}
          </Boundary>
        )}
    </>
  );
}

function Ways({ proving, done }: { proving: Proving; done: () => void }) {
  const { known } = useRead(routeTo("GET /verify/methods"));
  const methods = known.value?.value.methods;
  if (!methods) return <Loading />;
  return (
    <>
      <p>{say("verify.what")}</p>
      {methods.rf_heard && <OnAir proving={proving} done={done} />}
      {!methods.rf_heard && <p class="soft">{say("verify.no_radio")}</p>}
      <ReceiversNear />
      {methods.ampr_dns && <ByDns proving={proving} done={done} />}
      {methods.lotw && <ByLotw proving={proving} done={done} />}
      <section class="card">
        <h2>{say("verify.sysop")}</h2>
        <p>
          {say("verify.sysop.what")} <a href="/imprint">{say("foot.imprint")}</a>
        </p>
      </section>
      <section>
        <h2>{say("verify.waits")}</h2>
        <ul>
          <li>{say("verify.waits.hide")}</li>
          <li>{say("verify.waits.rank")}</li>
          <li>{say("verify.waits.radio")}</li>
          <li>{say("verify.waits.send")}</li>
        </ul>
      </section>
    </>
  );
}
