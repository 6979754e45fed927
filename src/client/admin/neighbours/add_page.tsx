/**
 * Adds a neighbour: by its address, by a callsign, or one that was seen on the network. The page then shows who answers
 * there and the key to compare. Nothing is stored before the operator has seen the key.
 */
import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { type Doing, Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { go } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { readTarget } from "./compare.ts";
import { HeardForm, KeyWords } from "./key_words.tsx";
import { groupOf, nameOf, type Neighbour, pageOf } from "./neighbours.ts";
import { type Address, type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { Restart } from "../settings/restart.tsx";

// The line that allows private addresses: written by the gateway where it owns its file, else to be copied there.

const KEY = "FED_ALLOW_PRIVATE";

function AllowPrivate() {
  const app = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/admin/settings"));
  const environment = known.value?.value.environment;
  const setting = environment?.settings.find(({ key }) => key === KEY);
  const write = async () => {
    const path = routeTo("PUT /api/admin/host/:key", { params: { key: KEY } });
    if (await doing.run(() => app.gateway.ask("PUT", path, { value: "1" }))) {
      await again();
    }
  };
  if (setting?.pending) {
    return <Restart names={[setting.label]} can={environment!.restart} again={again} />;
  }
  if (setting?.value === "1") return <p role="status">{tell("peers.add.private.allowed")}</p>;
  return (
    <>
      <CopyText text={`${KEY}=1`} what={KEY} />
      {setting?.writable && (
        <Button disabled={doing.busy.value} onClick={() => void write()}>
          {tell("peers.add.private.write")}
        </Button>
      )}
      <Problem of={doing} />
    </>
  );
}

/** What DNS is asked for: a callsign or a name, and which instance where several stand there. */
type Ask = ({ callsign: string } | { host: string }) & { instance?: string };

/** Who answered, and how to add it once its key was compared. */
interface FoundNeighbour {
  instance: string;
  operator: string | null;
  url: string;
  fingerprint: string;
  words: string[];
  /** `follow`: one that was seen on the network. `confirm`: one that DNS named. `add`: by its address. */
  way: "add" | "follow" | "confirm";
  /** Whether DNS named it in a signed answer; `undefined` where DNS was not asked. */
  signed?: boolean;
  /** Whether the instance itself was reached and said the same as DNS; `undefined` where DNS was not asked. */
  descriptorChecked?: boolean;
  /** What is sent to `path` to add it. */
  body: Record<string, unknown>;
  path: Address<
    AnswerOf<"POST /federation/peers" | "POST /federation/peers/follow" | "POST /federation/peers/44net">
  >;
}

export default function AddPage() {
  return (
    <AdminFrame
      title={tell("peers.page.add")}
      back={{ href: "/admin/neighbours", words: say("page.admin_neighbours") }}
    >
      {() => <Add />}
    </AdminFrame>
  );
}

function Add() {
  const shown = useSignal<FoundNeighbour | undefined>(undefined);
  const doing = useDoing();
  return (
    <>
      {shown.value
        ? <Preview of={shown.value} doing={doing} leave={() => shown.value = undefined} />
        : <Choose shown={shown} doing={doing} />}
      {shown.value && <Problem of={doing} />}
    </>
  );
}

function Choose({ shown, doing }: { shown: Signal<FoundNeighbour | undefined>; doing: Doing }) {
  const { gateway } = useApp();
  const typed = useSignal(""), unread = useSignal(false);
  /** Whether the address was not asked, since it is one of a private network. */
  const isPrivate = useSignal(false);
  /** What to ask for each of the instances, where several stand at a name. */
  const several = useSignal<(Ask & { instance: string })[] | undefined>(undefined);
  const list = useRead(routeTo("GET /federation/peers")).known.value?.value;
  const sighted = (list?.peers ?? []).filter((peer) => groupOf(peer) === "sighted" && addressOf(peer));

  const lookAt = (url: string, row?: string) =>
    doing.run(async () => {
      const answer = await gateway.ask("POST", routeTo("POST /federation/peers"), { url });
      isPrivate.value = !answer.ok && answer.refused && answer.reason === "no_answer" &&
        (answer.value as { why?: unknown } | undefined)?.why === "address";
      if (answer.ok && "preview" in answer.value) {
        const { preview } = answer.value, { fingerprint } = preview;
        shown.value = row === undefined
          ? {
            ...preview,
            way: "add",
            path: routeTo("POST /federation/peers"),
            body: { url: preview.url, fingerprint },
          }
          : {
            ...preview,
            way: "follow",
            path: routeTo("POST /federation/peers/follow"),
            body: { url: row, fingerprint },
          };
      }
      return answer;
    });
  const find = (ask: Ask) =>
    doing.run(async () => {
      several.value = undefined;
      const path = routeTo("POST /federation/peers/44net");
      // Without `preview` a signed answer would be stored before anybody compared its key.
      const answer = await gateway.ask("POST", path, { ...ask, preview: true });
      if (answer.ok && "resolved" in answer.value) {
        const { resolved, signed, descriptorChecked } = answer.value;
        const body = { ...ask, instance: resolved.instance, confirm: true };
        const dns = { operator: resolved.callsign, signed, descriptorChecked };
        shown.value = { ...resolved, ...dns, way: "confirm", path, body };
      } else if (!answer.ok && answer.refused && answer.reason === "several_bindings") {
        const { candidates } = answer.value as { candidates: { instance: string }[] };
        several.value = candidates.map(({ instance }) => ({ ...ask, instance }));
      }
      return answer;
    });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const target = readTarget(typed.value);
          unread.value = target === undefined;
          if (target) void ("url" in target ? lookAt(target.url) : find(target));
        }}
      >
        <TextField
          id="target"
          label={tell("peers.add.target")}
          hint={tell("peers.add.hint")}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          inputMode="url"
          value={typed}
        />
        {unread.value && <p class="bad" role="alert">{tell("peers.add.unread")}</p>}
        <Button kind="main" submit disabled={doing.busy.value || typed.value.trim() === ""}>
          {tell("peers.add.look")}
        </Button>
        <Problem of={doing} />
        {isPrivate.value && (
          <>
            <p>
              {tell("peers.add.private")}{" "}
              <a href="/admin/settings?find=FED_ALLOW_PRIVATE">{say("page.admin_settings")}</a>
            </p>
            <AllowPrivate />
          </>
        )}
      </form>
      {several.value && (
        <section aria-label={tell("peers.add.several")}>
          <p>{tell("peers.add.several")}</p>
          <p class="button-row">
            {several.value.map((ask) => (
              <Button
                key={ask.instance}
                disabled={doing.busy.value}
                onClick={() => void find(ask)}
              >
                <Foreign>{ask.instance}</Foreign>
              </Button>
            ))}
          </p>
        </section>
      )}
      <h2>{tell("peers.sighted")}</h2>
      {sighted.length === 0 ? <p class="soft">{tell("peers.sighted.none")}</p> : (
        <ul class="sighted">
          {sighted.map((peer) => (
            <li key={peer.url}>
              <span>
                <Foreign>{nameOf(peer)}</Foreign>
                <span class="soft">{sightedSaid(peer, gateway.now())}</span>
              </span>
              <Button
                disabled={doing.busy.value}
                aria-label={tell("peers.sighted.look", { name: nameOf(peer) })}
                onClick={() => void lookAt(addressOf(peer)!, peer.url)}
              >
                {tell("peers.add.look")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The address at which a sighted neighbour is asked who it is: on the local network first; `undefined` where it has none. */
const addressOf = ({ discovered, endpoints }: Neighbour): string | undefined =>
  discovered.find(({ addr }) => addr !== undefined)?.addr ??
    endpoints.find(({ transport }) => transport === "https")?.address;

function sightedSaid({ discovered }: Neighbour, now: number): string {
  const [last] = discovered;
  if (!last) return "";
  const when = sayAgo(last.at, now);
  return last.via === "mdns"
    ? tell("peers.sighted.network", { when })
    : tell("peers.sighted.by", { via: last.via, when });
}

function Preview({ of, doing, leave }: { of: FoundNeighbour; doing: Doing; leave: () => void }) {
  const { gateway } = useApp();
  const { instance, operator, url, fingerprint, path, body, way, signed, descriptorChecked } = of;
  /** Adds it; `trust`: and trusts it, since the operator has heard its key from the other side. */
  const add = async (trust: boolean) => {
    let row = url;
    const done = await doing.run(async () => {
      const told = trust && way === "follow" ? { ...body, trust: true } : body;
      const added = await gateway.ask("POST", path, told);
      if (!added.ok || !trust || way === "follow" || !("peer" in added.value)) return added;
      row = added.value.peer.url;
      const trusted = { url: row, trust: "trusted" as const, fingerprint };
      return await gateway.ask("POST", routeTo("POST /federation/peers/trust"), trusted);
    });
    if (!done) return;
    // A trusted one's caches come at once, not with its next turn; its page follows them.
    if (trust) void gateway.ask("POST", routeTo("POST /federation/peers/sync"), { url: row });
    go(pageOf({ instance, url }));
  };
  return (
    <>
      <h2>
        <Foreign>{instance}</Foreign>
      </h2>
      <p>
        {operator === null
          ? tell("peers.preview.nobody")
          : tell(signed === undefined ? "peers.preview.by" : "peers.preview.by_dns", {
            call: operator,
          })}
        {" · "}
        <Foreign>{url}</Foreign>
      </p>
      <Notice>{tell("peers.preview.nothing")}</Notice>
      {signed !== undefined && (
        <p>
          <Mark kind={signed ? "go" : "wait"}>
            {tell(signed ? "peers.preview.signed" : "peers.preview.unsigned")}
          </Mark>
        </p>
      )}
      {descriptorChecked === false && <p class="soft">{tell("peers.preview.dns_alone")}</p>}
      <h3>{tell("peers.preview.compare")}</h3>
      <p>{tell("peers.preview.how")}</p>
      <KeyWords of={of} label={tell("peers.key.of", { name: instance })} />
      <div class="ways">
        <section>
          <h3>{tell("peers.preview.trust")}</h3>
          <p class="soft">{tell("peers.trust.means")}</p>
          <HeardForm
            of={of}
            label={tell("peers.preview.add_trusted")}
            busy={doing.busy.value}
            heard={() => void add(true)}
          />
        </section>
        <section>
          <h3>{tell("peers.preview.later")}</h3>
          <p class="soft">{tell("peers.unvetted.means")}</p>
          <Button disabled={doing.busy.value} onClick={() => void add(false)}>
            {tell("peers.preview.add")}
          </Button>
        </section>
      </div>
      <p>
        <Button onClick={leave}>{tell("danger.leave")}</Button>
      </p>
    </>
  );
}
