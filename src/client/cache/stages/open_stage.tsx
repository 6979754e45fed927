/** Opens a stage: at its place, with the code of its tag, by what one hears, or with a button. A sealed one needs no gateway. */
import { whyNotKept } from "../../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { PlainHttp } from "../../ui/plain_http.tsx";
import { type Reading, worthOf } from "../../phone/position/reading.ts";
import { useNow } from "../../phone/position/use_now.ts";
import { usePosition } from "../../phone/position/use_position.ts";
import { PositionLine } from "../../phone/position/line.tsx";
import { useApp } from "../../phone/app.ts";
import { Explained } from "../../ui/explained.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say, sayRefusal } from "../../ui/say.ts";
import { queueUnlock } from "./queue_unlock.ts";
import { isVisited } from "./read_stages.ts";
import type { Bead } from "./stages.ts";
import { unseal } from "./unseal.ts";
import { type BodyOf, routeTo } from "../../phone/wire/routes.ts";

// Reads an NFC tag with the phone, where the browser can do that (Chromium on Android, over https).

interface Record {
  recordType: string;
  encoding?: string;
  data?: DataView;
}
interface Reader {
  scan(options: { signal: AbortSignal }): Promise<void>;
  addEventListener(name: "reading", heard: (event: { message: { records: Record[] } }) => void): void;
}
const maker = (): (new () => Reader) | undefined =>
  (globalThis as { NDEFReader?: new () => Reader }).NDEFReader;

/** Whether this browser can read tags. */
const canScan = (): boolean => maker() !== undefined;

/** How long to wait for a tag, milliseconds. */
const PATIENCE_MS = 30_000;

/** The text of the first tag that is held to the phone; `undefined` where none came or the person did not allow it. */
async function scan(): Promise<string | undefined> {
  const Made = maker();
  if (!Made) return undefined;
  const reader = new Made();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const over = AbortSignal.timeout(PATIENCE_MS);
  over.addEventListener("abort", () => resolve(undefined));
  reader.addEventListener("reading", ({ message }) => resolve(textOf(message.records)));
  const done = new AbortController();
  await reader.scan({ signal: AbortSignal.any([over, done.signal]) }).catch(() => resolve(undefined));
  return await promise.finally(() => done.abort());
}

/** The first text or address on a tag. */
function textOf(records: readonly Record[]): string | undefined {
  const found = records.find(({ recordType, data }) =>
    data && ["text", "url", "absolute-url"].includes(recordType)
  );
  return found && new TextDecoder(found.encoding ?? "utf-8").decode(found.data);
}

/** Of a stage whose code cannot be checked here. */
const UNTOLD = { lat: null, lon: null, clue: null, mediaUrl: null };

export function OpenStage({ bead, code, title, refresh }: {
  bead: Bead;
  code: string;
  title: string;
  refresh: () => void;
}) {
  const app = useApp();
  const busy = useSignal(false), problem = useSignal(""), reason = useSignal("");
  const account = app.call.value;
  const visited = isVisited(code);
  if (!account || (visited && bead.unlock !== "nfc")) return null;

  /** Asks the gateway to open the stage. */
  const ask = async (body: BodyOf<"POST /api/caches/:id/stages/:n/unlock">) => {
    const answer = await app.gateway.ask(
      "POST",
      routeTo("POST /api/caches/:id/stages/:n/unlock", { params: { id: code, n: bead.n } }),
      body,
    );
    if (answer.ok) return refresh();
    problem.value = answer.refused ? sayRefusal(answer) : say("bead.unreachable");
    reason.value = answer.refused ? answer.reason : "";
  };
  /** Opens the seal on this phone, stores what is in it, and queues the opening for the gateway. */
  const openHere = async (typed: string) => {
    const content = bead.sealed ? await unseal(bead.sealed, typed) : UNTOLD;
    const instance = app.start.peek()?.value.instance;
    if (!content || !instance) return void (problem.value = say("reason.bad_code"));
    const at = app.gateway.now();
    const opened = { account, cache: code, n: bead.n, at };
    // What opens a neighbour's stage goes with the log; a sound of it is not here.
    if (visited) {
      await app.packs.storage.putOpened({ ...opened, content: { ...content, mediaUrl: null }, code: typed });
      return refresh();
    }
    await app.packs.storage.putOpened({ ...opened, content });
    await queueUnlock(app, { account, instance, cache: code, title }, { n: bead.n, code: typed });
  };
  // A button that is disabled meanwhile would lose the focus.
  const run = (act: () => Promise<void>) => async () => {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = reason.value = "";
    await act().catch((error) => problem.value = say(`write.${whyNotKept(error)}`));
    busy.value = false;
  };
  return (
    <>
      {bead.unlock === "nfc"
        ? (
          <Tag
            n={bead.n}
            open={(typed) =>
              void run(() => bead.sealed || visited ? openHere(typed) : ask({ code: typed }))()}
          />
        )
        : bead.unlock === "geo"
        ? <Here busy={busy.value} open={(position) => void run(() => ask({ position }))()} />
        : (
          <Button kind="main" onClick={() => void run(() => ask({}))()}>
            {say(bead.unlock === "audio" ? "bead.heard" : "bead.reveal")}
          </Button>
        )}
      {busy.value && <p role="status">{say("bead.opening")}</p>}
      {problem.value && (
        <p class="bad" role="alert">
          {problem.value} <Explained reason={reason.value} />
        </p>
      )}
    </>
  );
}

/** The field for the code of a tag, and a button to scan it where the phone can do that. */
function Tag({ n, open }: { n: number; open: (code: string) => void }) {
  const typed = useSignal(""), scanning = useSignal(false);
  const hold = async () => {
    scanning.value = true;
    const read = await scan();
    scanning.value = false;
    if (read) open(typed.value = read);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.peek().trim()) open(typed.peek());
      }}
    >
      <TextField
        id={`code-${n}`}
        label={say("bead.code")}
        hint={say("bead.code.hint")}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        maxLength={128}
        value={typed}
      />
      <div class="buttons">
        {canScan() && (
          <Button disabled={scanning.value} onClick={() => void hold()}>
            {say(scanning.value ? "bead.scanning" : "bead.scan")}
          </Button>
        )}
        <Button kind="main" submit>{say("bead.open.it")}</Button>
      </div>
    </form>
  );
}

/**
 * The button for a stage that opens at its place; a line says how exact the phone's reading is. Pressed before there is one,
 * it waits for the first that can be used.
 */
function Here({ busy, open }: { busy: boolean; open: (position: Reading) => void }) {
  const position = usePosition(), now = useNow(), wanted = useSignal(false);
  const reading = position.reading.value;
  const usable = reading && worthOf(reading, now) !== "old" ? reading : undefined;
  const wants = wanted.value && !busy;
  useEffect(() => {
    if (!wants || !usable) return;
    wanted.value = false;
    open({ ...usable });
  }, [wants, usable]);
  if (!isSecureContext) return <PlainHttp />;
  return (
    <>
      <PositionLine position={position} />
      <Button kind="main" onClick={() => wanted.value = true}>{say("bead.here")}</Button>
    </>
  );
}
