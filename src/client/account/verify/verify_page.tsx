/** Verifying that a callsign is one's own: the ways that this gateway offers, best first. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownerCall } from "../../../base/callsigns.ts";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Card, Entries, Entry } from "../../ui/look/lists.tsx";
import { CallPlate } from "../../ui/look/radio.tsx";
import { Button, ButtonLink, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { place, signInAddress } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { Badge } from "./badge.tsx";
import { type Claim, forgetClaim, keptClaim } from "../sign_in/claim.ts";
import { ByLotw } from "./by_lotw.tsx";
import { type DnsProof, keepProof, keptProof, type OnAirProof, type Proving } from "./proof_store.ts";
import { returnAddress } from "../sign_in/ways_in.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { sayWayTo } from "../../ui/places/way_to.ts";
import { sayAgo, sayTime } from "../../ui/times.ts";
import { nearestOf } from "./nearest.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { sayFrequency } from "../../print/frequency.ts";

// Verifying a call on the air: a code to send, and the answer as soon as a trusted station has heard it.

/** How often the gateway is asked whether the code was heard, in seconds. */
const ASK_S = 3;

function OnAir({ proving, done }: { proving: Proving; done: () => void }) {
  const app = useApp();
  const doing = useDoing();
  const proof = useSignal<OnAirProof | undefined>(undefined);
  const { callsign } = proving;
  useEffect(() => {
    void keptProof<OnAirProof>(app, "rf_heard", callsign).then((kept) => proof.value ??= kept);
  }, [callsign]);
  const start = () =>
    doing.run(async () => {
      const answer = await app.gateway.ask("POST", routeTo("POST /verify/aprs/start"), proving);
      if (answer.ok) {
        proof.value = answer.value;
        await keepProof(app, "rf_heard", callsign, answer.value);
      }
      return answer;
    });
  return (
    <section class="on-air card">
      <h2>{say("verify.air")}</h2>
      <p>{say("verify.air.what")}</p>
      {proof.value ? <Shown proof={proof.value} proving={proving} done={done} /> : null}
      <Button kind={proof.value ? "quiet" : "main"} disabled={doing.busy.value} onClick={() => void start()}>
        {say(proof.value ? "verify.air.again" : "verify.air.start")}
      </Button>
      <Problem of={doing} />
    </section>
  );
}

function Shown({ proof, proving, done }: { proof: OnAirProof; proving: Proving; done: () => void }) {
  const app = useApp();
  const lost = useSignal(""), asks = useSignal(true);
  const heard = useSignal<Heard | undefined>(undefined);
  const { callsign, claim } = proving;
  const look = async () => {
    const over = app.gateway.now() > proof.expiresAt;
    const state = await stateOf();
    if (state === "open") await listen();
    // Another question was answered meanwhile, or there is no decision yet.
    if (!asks.peek() || (state === "open" && !over)) return;
    asks.value = false;
    if (state === "done") done();
    else lost.value = state === "open" ? "expired" : state;
  };
  const stateOf = async (): Promise<string> => {
    if (claim !== undefined) {
      const answer = await app.gateway.ask("POST", routeTo("POST /auth/claims/status"), { claim });
      return answer.ok ? answer.value.status : "open";
    }
    const answer = await app.gateway.get(
      routeTo("GET /verify/aprs/status", { query: { callsign: ownerCall(callsign) } }),
    );
    return answer.ok && answer.value.verified ? "done" : "open";
  };
  // It helps the person who waits to see that any packet of theirs was heard, and where: the radio is on the right frequency.
  const listen = async () => {
    const answer = await app.gateway.get(
      routeTo("GET /api/stations/:call/packets", {
        params: { call: ownerCall(callsign) },
        query: { ssid: "any", limit: "1" },
      }),
    );
    const [packet] = answer.ok ? answer.value.packets : [];
    if (!answer.ok || !packet) return;
    const site = packet.heardBy.find((one) => one.direct)?.site ?? packet.heardBy[0]?.site ?? undefined;
    heard.value = { call: answer.value.callsign, at: packet.ts, site };
  };
  useEffect(() => {
    asks.value = true;
    lost.value = "";
    void look();
  }, [proof.code, callsign, claim]);
  usePoll(look, asks.value ? ASK_S : undefined);
  const ago = heard.value && Math.max(0, app.gateway.now() - heard.value.at);
  return (
    <>
      <p>{sayFrequency(app.start.value?.value.frequency)} {say("verify.air.send", { to: proof.to })}</p>
      <p class="big-code" id="on-air-code">{proof.text}</p>
      <p class="soft">
        {say("verify.air.sites", { sites: proof.sites.join(", ") })}{" "}
        {say("verify.air.until", { at: sayTime(proof.expiresAt, app.gateway.now()) })}
      </p>
      <p role="status">
        {lost.value === "expired"
          ? say("verify.expired")
          : lost.value
          ? say("verify.refused")
          : ago !== undefined && ago < 3600
          ? sayHeard(heard.value!, ago)
          : say("verify.air.waits")}
      </p>
    </>
  );
}

/** A packet that was heard: of which station, when (unix seconds), and by which site, where it is told. */
interface Heard {
  call: string;
  at: number;
  site: string | undefined;
}

const sayHeard = ({ call, site }: Heard, n: number): string =>
  site === undefined ? say("verify.air.heard", { call, n }) : say("verify.air.heard_by", { call, n, site });

// Verifying a call with a DNS record in the ampr.org zone; `done` is called once it is verified.

function ByDns({ proving, done }: { proving: Proving; done: () => void }) {
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

// The receiving stations near somebody: how far, and when each heard something last; and those not trusted yet.

function ReceiversNear() {
  const { caches, gateway } = useApp();
  const here = caches.own.from.value;
  const { known } = useRead(routeTo("GET /api/receivers"));
  const near = nearestOf(known.value?.value.receivers ?? [], here);
  if (near.length === 0) return null;
  return (
    <ul id="receivers">
      {near.map(({ site, trusted, lastAt, lat, lon }) => (
        <li key={site}>
          {trusted ? <span class="code">{site}</span> : say("verify.untrusted", { site })}
          {here && lat !== null && lon !== null && ` · ${sayWayTo(here, { lat, lon })}`}
          {lastAt !== null && ` · ${say("verify.hears", { ago: sayAgo(lastAt, gateway.now()) })}`}
        </li>
      ))}
    </ul>
  );
}

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
