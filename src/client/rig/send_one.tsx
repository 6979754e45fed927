/** "Am I heard here?": one press sends one position, behind six locks that are shown; then the lamp says what came back. */
import { useSignal } from "@preact/signals";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import { sayAccuracy } from "../phone/position/words.ts";
import { ChoiceField, Tick } from "../ui/choices.tsx";
import { Segmented } from "../ui/look/choose.tsx";
import { Card } from "../ui/look/lists.tsx";
import { CallPlate, OnAir } from "../ui/look/radio.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { sayAge } from "../ui/times.ts";
import { useGate } from "./held.ts";
import type { Rig, SignOfHearing } from "./rig.ts";
import {
  AIR_MOST_MS,
  type Lock,
  LOCKS,
  MOST_SENT,
  type PathName,
  PATHS,
  sentLately,
  type Shut,
  toAll,
  usedMs,
} from "./transmit/locks.ts";

const SSIDS = [...Array(16)].map((_, n) => String(n));

export function SendOne({ rig, reading, now }: { rig: Rig; reading: Reading | undefined; now: number }) {
  useGate(rig);
  const call = rig.app.call.value, source = rig.source();
  if (!call) return <p class="wait">{say("rig.sign_in")}</p>;
  const allowed = rig.tx.value.allowed !== undefined;
  return (
    <Card>
      <h2>{say("rig.am_i")}</h2>
      <div class="rig-what">
        <CallPlate call={source} proven={rig.facts().proven !== undefined} />
        <span class="soft">{reading ? sayAccuracy(reading) : say("nearby.locating")}</span>
        <Segmented
          name="rig-path"
          label={say("rig.path")}
          choices={Object.keys(PATHS) as PathName[]}
          words={(one) => say(`rig.path.${one}`)}
          value={rig.path}
        />
        <ChoiceField
          id="rig-ssid"
          label={say("rig.ssid")}
          choices={SSIDS}
          words={(one) => one === "0" ? call : `${call}-${one}`}
          value={String(rig.ssid.value)}
          set={(one) => rig.choose(Number(one))}
        />
      </div>
      <Tick label={say("rig.allow")} value={allowed} set={(on) => rig.allow(on)} />
      <Press rig={rig} reading={reading} now={now} />
      <Locks rig={rig} reading={reading} now={now} />
      <p class="soft">{say("rig.locks.why")}</p>
    </Card>
  );
}

/** The button, and the lamp below it. */
export function Press({ rig, reading, now }: { rig: Rig; reading: Reading | undefined; now: number }) {
  const shut = useSignal<readonly Shut[]>([]);
  const at = reading && worthOf(reading, now) !== "old" ? reading : undefined;
  const against = rig.shut(at ?? { lat: 0, lon: 0 });
  const waits = against.find(({ againS }) => againS !== undefined)?.againS;
  const press = (event: MouseEvent) => {
    if (!at) return;
    void rig.press(event, at).then((now) => shut.value = now, () => rig.word.value = "lost");
  };
  return (
    <>
      <Button
        kind="main"
        icon="radio"
        disabled={!at || rig.port.value === undefined || against.some(({ rule }) => rule !== "gate")}
        onClick={press}
      >
        {waits === undefined ? say("rig.send") : say("rig.again", { age: sayAge(Math.ceil(waits)) })}
      </Button>
      <p class="rig-lamp" role="status">
        <LampLine rig={rig} now={now} />
      </p>
      {shut.value.length > 0 && against.length > 0 && (
        <p class="wait" role="alert">{shut.value.map(({ rule }) => say(`rig.shut.${rule}`)).join(" ")}</p>
      )}
    </>
  );
}

function LampLine({ rig, now }: { rig: Rig; now: number }) {
  const answer = rig.answer.value, sentAt = rig.sentAt.value;
  if (answer) {
    return (
      <OnAir now>
        {say(`rig.answer.${answer.what}`, {
          site: answer.by,
          age: sayAge(Math.max(0, now - answer.at)),
          text: textOf(answer),
        })}
      </OnAir>
    );
  }
  return (
    <>
      {say(sentAt === undefined ? "rig.not_yet" : "rig.sent", {
        age: sayAge(Math.max(0, now - (sentAt ?? now))),
      })}
    </>
  );
}
const textOf = (answer: SignOfHearing): string => answer.what === "wrote" ? answer.text : "";

/** Every lock, open or shut, with a time. */
function Locks({ rig, reading, now }: { rig: Rig; reading: Reading | undefined; now: number }) {
  const shut = rig.shut(reading ?? { lat: 0, lon: 0 }), sent = sentLately(rig.tx.value, now);
  const isShut = (lock: Lock) =>
    shut.find(({ rule }) => rule === lock || lock === "proven" && rule === "call");
  const closed = LOCKS.filter(isShut).length;
  return (
    <details class="rig-locks">
      <summary>
        <b>{closed === 0 ? say("rig.locks.open") : say("rig.locks.shut", { n: closed })}</b>
      </summary>
      <ul>
        {LOCKS.map((lock) => {
          const wrong = isShut(lock);
          return (
            <li key={lock} class={wrong && "rig-shut"}>
              <Icon name={wrong ? "hourglass" : "check"} />
              <span class="rig-name">{say(`rig.lock.${lock}`)}</span>
              <span class="soft">
                {wrong?.againS !== undefined
                  ? say("rig.in", { age: sayAge(Math.ceil(wrong.againS)) })
                  : wrong
                  ? say("rig.is_shut")
                  : saysOf(lock, rig, sent, now)}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** What a lock that is open says beside its name. */
function saysOf(lock: Lock, rig: Rig, sent: ReturnType<typeof sentLately>, now: number): string {
  const { allowed, gate } = rig.tx.value, own = toAll(sent), last = own.at(-1);
  const ago = (at: number | undefined) =>
    at === undefined ? "" : say("rig.ago", { age: sayAge(Math.max(0, now - at)) });
  if (lock === "consent") return ago(allowed?.at);
  if (lock === "pace") return ago(last?.at);
  if (lock === "often") return say("rig.of", { n: own.length, most: MOST_SENT });
  if (lock === "airtime") {
    const seconds = (ms: number) => Math.round(ms / 100) / 10;
    return say("rig.air", { n: seconds(usedMs(sent)), most: seconds(AIR_MOST_MS) });
  }
  return lock === "gate" ? ago(gate.answer?.at) : "";
}
