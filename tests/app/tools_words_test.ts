/** A tool that registers for ever: its words are bounded, and of what it says of itself the newest alone waits. */
import assert from "node:assert/strict";

interface Message {
  type: string;
  commands?: string[];
  decoders?: unknown[];
  text?: string;
}

/** The worker's script over a scope of its own; gives what the page gets, and a way to say something to the worker. */
async function worker(script: string) {
  const sent: Message[] = [], later: (() => void)[] = [];
  let listen: (event: { data: unknown }) => void = () => {};
  const scope = {
    postMessage: (message: Message) => void sent.push(structuredClone(message)),
    setTimeout: (work: () => void) => void later.push(work),
    addEventListener: (type: string, heard: typeof listen) => {
      if (type === "message") listen = heard;
    },
  };
  const source = await Deno.readTextFile(new URL("../../src/web/tools/worker.js", import.meta.url));
  new Function("self", source)(scope);
  listen({ data: { type: "load", script, permissions: ["command", "decoder"], api: {}, features: [] } });
  return { sent, tick: () => later.splice(0).forEach((work) => work()) };
}

Deno.test("of a tool 200 commands and 200 decoders are taken, and the rest is left out", async () => {
  for (
    const [script, of] of [
      ["for (let n = 0; n < 1000; n++) register({ commands: { ['w' + n]: () => '' } })", "commands"],
      ["for (let n = 0; n < 1000; n++) register({ decoders: [{ id: n, decode: () => '' }] })", "decoders"],
    ] as const
  ) {
    const { sent, tick } = await worker(script);
    for (let n = 0; n < 50; n++) tick();
    const last = sent.findLast(({ type }) => type === "loaded")!;
    assert.equal(last[of]?.length, 200, "the rest is left out");
  }
});

Deno.test("what is registered again and again is said once, and holds no more", async () => {
  const { sent, tick } = await worker(
    `register({ commands: { a: () => "" } });
     self_later = () => { for (let n = 0; n < 5000; n++) register({ commands: { a: () => String(n) } }); };
     queueMicrotask(self_later);`,
  );
  await Promise.resolve();
  for (let n = 0; n < 50; n++) tick();
  const loaded = sent.filter(({ type }) => type === "loaded");
  assert.ok(loaded.length <= 450, `${loaded.length} of 5001 were sent`);
  assert.deepEqual(loaded.at(-1)!.commands, ["a"]);
  const before = sent.length;
  for (let n = 0; n < 50; n++) tick();
  assert.equal(sent.length, before, "nothing waits any more");
});
