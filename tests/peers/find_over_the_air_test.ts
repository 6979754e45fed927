/**
 * A find from end to end with real radio frames: audio made by Dire Wolf's gen_packets, decoded by Dire Wolf, read off its
 * KISS port, posted by an enrolled box, logged by the game.
 */
import assert from "node:assert/strict";
import { decodeFrame, encodeTnc2, isUnreadable, KissReader } from "../../src/aprs/mod.ts";
import { type Client, type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../kit/boxes.ts";
import { has } from "../kit/peers.ts";

const PORT = 18_042;
/** Dire Wolf binds every address: it gets a network of its own, where only its reader is. */
const SCRIPT = `
ip link set lo up 2>/dev/null || ifconfig lo up
mkfifo audio
direwolf -c direwolf.conf -t 0 -q hd -r 44100 - < audio > direwolf.log 2>&1 &
exec 4> audio
for try in $(seq 100); do
  if exec 3<>/dev/tcp/127.0.0.1/${PORT}; then break; fi 2>/dev/null
  sleep 0.1
done
cat packets.wav >&4 &
cat <&3
`;

/** Sends lines as audio through Dire Wolf and gives the frames that it decoded, as monitor lines. */
async function overTheAir(lines: string[]): Promise<string[]> {
  const folder = Deno.makeTempDirSync({ prefix: "direwolf-" });
  try {
    Deno.writeTextFileSync(`${folder}/packets.txt`, lines.join("\n") + "\n");
    Deno.writeTextFileSync(
      `${folder}/direwolf.conf`,
      `ADEVICE stdin null\nARATE 44100\nCHANNEL 0\nMYCALL OE1XYZ-10\nMODEM 1200\nKISSPORT ${PORT}\nAGWPORT 0\n`,
    );
    const made = await new Deno.Command("gen_packets", {
      args: ["-o", "packets.wav", "packets.txt"],
      cwd: folder,
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(made.success, new TextDecoder().decode(made.stderr));
    const radio = new Deno.Command("unshare", {
      args: ["--net", "--pid", "--fork", "--kill-child", "bash", "-c", SCRIPT],
      cwd: folder,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const heard: string[] = [];
    const kiss = new KissReader();
    const reader = radio.stdout.getReader();
    const late = setTimeout(() => radio.kill("SIGKILL"), 30_000);
    try {
      while (heard.length < lines.length) {
        const { done, value } = await reader.read();
        if (done) break;
        for (const frame of kiss.push(value)) {
          const packet = decodeFrame(frame.data);
          assert.ok(!isUnreadable(packet), JSON.stringify(packet));
          heard.push(encodeTnc2(packet));
        }
      }
    } finally {
      clearTimeout(late);
      await reader.cancel();
      radio.kill("SIGKILL");
      await radio.status;
    }
    return heard;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** 48.2 N 16.3 E to the hundredth of a minute. */
const CACHE = { lat: 48.2, lon: 16.3 };
const NEEDED = ["direwolf", "gen_packets", "unshare", "bash"];

interface Scene {
  app: TestApp;
  finder: Client;
  box: TestBox;
  code: string;
  logs(): Promise<
    { tier: string | null; text: string; why: { sentence: string }; author: { call: string } }[]
  >;
  /** What the box heard, posted as it does. */
  post(lines: string[]): Promise<void>;
}

async function scene(sites?: string[]): Promise<Scene> {
  const app = testApp();
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const made = await owner.post("/api/caches", { title: "Old mill", ...CACHE });
  assert.equal(made.status, 201, made.text);
  const box = await enrolBox(app, "hilltop", sites ? { sites } : {});
  return {
    app,
    finder,
    box,
    code: made.body.code,
    logs: async () => (await finder.get(`/api/caches/${made.body.id}/logs`)).body.logs,
    async post(lines) {
      const answer = await box.post("/ingest", { packets: lines.map((raw) => rf(app, raw, "OE1XYZ-10")) });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual([answer.body.accepted, answer.body.rejected], [lines.length, []]);
    },
  };
}

/** What the finder's handheld says: where it is, and that the cache is found. */
const said = (code: string) => [
  "OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot",
  `OE2FND-7>APRS,WIDE1-1::OE1SYS-15:FOUND ${code} what a view{12`,
];

Deno.test("FOUND as audio through Dire Wolf to a trusted site is a Tier A find with its explanation", async () => {
  if (!has(...NEEDED)) return;
  const { app, finder, code, logs, post } = await scene(["OE1XYZ-10"]);
  using _end = app;
  const lines = await overTheAir(said(code));
  assert.deepEqual(lines, said(code));
  await post(lines);
  const [log] = await logs();
  assert.deepEqual([log?.tier, log?.text, log?.author.call], ["A", "what a view", "OE2FND-7"]);
  assert.equal(
    log?.why.sentence,
    "Radio-verified: OE1XYZ-10 heard OE2FND-7 directly, 19 m from the cache, 0 s before the find.",
  );
  const [command] = (await finder.get("/api/radio/commands")).body.commands;
  assert.deepEqual([command.command, command.status, command.trusted, command.tier], [
    "found",
    "logged",
    true,
    "A",
  ]);
  const sent = (await app.visitor.get("/api/messages?call=OE2FND-7")).body.messages
    .filter((message: { direction: string }) => message.direction === "tx");
  assert.deepEqual(sent.map((message: { body: string; toCall: string }) => [message.toCall, message.body]), [
    ["OE2FND-7", "ack12"],
  ]);
});

Deno.test("the same audio to a site that nobody trusts waits for its sender, and is no Tier A", async () => {
  if (!has(...NEEDED)) return;
  const { app, finder, code, logs, post } = await scene();
  using _end = app;
  await post(await overTheAir(said(code)));
  assert.deepEqual(await logs(), []);
  const [command] = (await finder.get("/api/radio/commands")).body.commands;
  assert.deepEqual([command.status, command.trusted], ["pending", false]);
  assert.equal((await finder.post(`/api/radio/commands/${command.id}/confirm`)).status, 200);
  const [log] = await logs();
  assert.equal(log?.tier, null);
  assert.match(log!.why.sentence, /^Logged without proof of place\. .*OE1XYZ-10 is not trusted/);
});
