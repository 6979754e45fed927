/** The tables of nodes beside a box: read from each program as it is, bounded, without a word of a password, and handed over. */
import assert from "node:assert/strict";
import type { Heard } from "../../src/box/drivers/driver.ts";
import { plainBytes } from "../../src/box/drivers/node/session.ts";
import { MOST_ROUTES, readBestRoutes, tableOf } from "../../src/box/drivers/node/tables.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { shownAddress } from "../../src/box/config/address.ts";
import { type Io, realIo } from "../../src/box/io.ts";
import { hostFiles } from "../../src/box/radio/host_files.ts";
import { Senses } from "../../src/box/senses/senses.ts";
import type { NodeRoute } from "../../src/box/senses/node_route.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { warningsOf } from "../../src/box/state/warnings.ts";
import { newsOf, nodeTables } from "../../src/box/services/node_tables.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { nodeProgram } from "../kit/node_program.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

/** A host whose silences pass twenty times faster, and which does not come back to ask again. */
const quickIo = (more: Partial<Io> = {}): Io => {
  const io = realIo();
  return { ...io, wait: (ms, stop) => io.wait(ms < 60_000 ? ms / 20 : 1e6, stop), ...more };
};

/** What a connection says until its first word on how it does. */
async function firstReading(text: string, io: Io = quickIo()) {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  const { signal } = new AbortController();
  const line = await read.driver.open(read.address, { io, call: "OE1BOX-10" }, signal);
  const heard: Heard[] = [];
  try {
    for await (const one of line.heard) {
      heard.push(one);
      if (one.kind === "alive") return { heard, alive: one, routes: routesIn(heard) };
    }
  } finally {
    line.close();
  }
  throw new Error("it ended without a word");
}
const routesIn = (heard: readonly Heard[]): readonly NodeRoute[] =>
  heard.flatMap((one) => one.kind === "nodes" ? [...one.routes] : []);
const XYZ = { dest: "OE9XYZ", alias: "XYZNOD", neighbor: "OE9ZZZ-7", quality: 192 };

Deno.test("LinBPQ by HTTP: one question, and its ways; any other answer has a clear word", async () => {
  let path = "",
    answer = new Response(
      '{"nodes":[\r\n {"Call":"OE9XYZ", "Alias":"XYZNOD", "Routes":[{"Call":"OE9ZZZ-7", "Port":1, "Quality":192}]}\r\n]}',
    );
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    path = new URL(request.url).pathname;
    return answer;
  });
  const address = `linbpq://127.0.0.1:${server.addr.port}`;
  try {
    assert.deepEqual((await firstReading(address)).routes, [{ ...XYZ, port: "1" }]);
    assert.equal(path, "/api/nodes");
    answer = new Response("401 Invalid API Call", { status: 404 });
    const refused = await firstReading(address);
    assert.deepEqual([refused.alive.word, refused.routes], ["refused", []]);
    assert.match(refused.alive.detail!, /404/);
    answer = new Response("x".repeat(2_000_000));
    assert.match((await firstReading(address)).alive.detail!, /more than a box reads/);
    answer = new Response("<html>");
    assert.match((await firstReading(address)).alive.detail!, /not LinBPQ/);
  } finally {
    await server.shutdown();
  }
  assert.equal((await firstReading(address)).alive.word, "refused", "nobody listens there");
});

Deno.test("LinBPQ by telnet: neighbours, and each node's ways", async () => {
  const program = nodeProgram({
    prompts: [{ asks: "user:", takes: "box" }, { asks: "password:", takes: "secret" }],
    welcomes: "Connected to OE9YYY-1's Telnet Server\r\n\r\n",
    refuses: "\r\n",
    answers: {
      NODES: "TESTND:OE9YYY-1} Nodes\r\nXYZNOD:OE9XYZ       ZZZNOD:OE9ZZZ-7\r\n",
      ROUTES: "TESTND:OE9YYY-1} Routes\r\n> 1 OE9ZZZ-7   192 12!\r\n",
      "NODES OE9XYZ": "TESTND:OE9YYY-1} Routes to: XYZNOD:OE9XYZ\r\n> 143 6 1 OE9ZZZ-7\r\n",
      "NODES OE9ZZZ-7": "TESTND:OE9YYY-1} Routes to: ZZZNOD:OE9ZZZ-7\r\n> 192 6 1 OE9ZZZ-7\r\n",
    },
  });
  const address = `linbpq://127.0.0.1:${program.port}?user=box&pass=`;
  try {
    assert.deepEqual((await firstReading(`${address}secret`)).routes, [
      { dest: "OE9ZZZ-7", alias: "ZZZNOD", neighbor: "OE9ZZZ-7", quality: 192, port: "1" },
      { ...XYZ, quality: 143, port: "1" },
    ]);
    const wrong = await firstReading(`${address}wrongword`);
    assert.deepEqual([wrong.alive.word, wrong.routes], ["refused", []]);
    assert.ok(!JSON.stringify(wrong).includes("wrongword"), "a password stands in no sentence");
    assert.equal(shownAddress(`${address}wrongword`), `${address}***`);
  } finally {
    await program.close();
  }
});

Deno.test("URONode lets a call in, JNOS asks for a password, XRouter has its neighbours", async () => {
  const table = "Node Qual Obs Intface Neighbour\r\nXYZNOD:OE9XYZ     192   6 vhf     OE9ZZZ-7\r\n";
  const uronode = nodeProgram({
    prompts: [{ asks: "(host:uronode) login: ", takes: "OE1BOX-10" }],
    answers: { "NODES *": `\x1b[1;32m${table}\x1b[0m` },
  });
  const jnos = nodeProgram({
    greets: "JNOS (oe9yyy.ampr.org)\r\n\r\n",
    prompts: [{ asks: "login: ", takes: "box" }, { asks: "Password [2f3a] : ", takes: "secret" }],
    welcomes: "Area: box\r\n(#1) >\r\n",
    refuses: "Login incorrect\r\n",
    answers: { "NODES *": table },
  });
  const xrouter = nodeProgram({
    prompts: [{ asks: "Callsign: ", takes: "OE1BOX" }],
    welcomes: "Welcome\r\n",
    answers: {
      NODES: "OE9ZZZ:TESTND} Nodes:\r\nXYZNOD:OE9XYZ\r\n",
      ROUTES: "OE9ZZZ:TESTND} Routes:\r\nPort Callsign  Qty Nod\r\n>  5 OE9XYZ    150  70!\r\n",
    },
  });
  const at = (scheme: string, { port }: { port: number }, query = "") =>
    `${scheme}://127.0.0.1:${port}${query}`;
  try {
    assert.deepEqual((await firstReading(at("uronode", uronode))).routes, [{ ...XYZ, port: "vhf" }]);
    assert.deepEqual(
      (await firstReading(at("jnos", jnos, "?user=box&pass=secret"))).routes,
      [{ ...XYZ, port: "vhf" }],
    );
    assert.match((await firstReading(at("jnos", jnos, "?user=box"))).alive.detail!, /asks for a password/);
    assert.match((await firstReading(at("jnos", jnos, "?user=box&pass=no"))).alive.detail!, /let box in/);
    assert.deepEqual((await firstReading(at("xrouter", xrouter, "?user=OE1BOX"))).routes, [
      { dest: "OE9XYZ", alias: "XYZNOD", neighbor: "OE9XYZ", quality: 150, port: "5" },
    ]);
  } finally {
    await Promise.all([uronode, jnos, xrouter].map((one) => one.close()));
  }
});

Deno.test("a node that never stops talking, or asks and asks, is left", async () => {
  const flood = nodeProgram({ floods: "XYZNOD:OE9XYZ 192 6 vhf OE9ZZZ-7\r\n".repeat(200) });
  const curious = nodeProgram({ prompts: Array(9).fill({ asks: "login: " }) });
  try {
    const flooded = await firstReading(`uronode://127.0.0.1:${flood.port}`);
    assert.deepEqual([flooded.alive.word, flooded.routes], ["refused", []]);
    assert.match(flooded.alive.detail!, /more than a box reads/);
    assert.match(
      (await firstReading(`uronode://127.0.0.1:${curious.port}`)).alive.detail!,
      /let OE1BOX-10 in/,
    );
    assert.equal(curious.lines.length, 1, "a name is said once");
  } finally {
    await Promise.all([flood.close(), curious.close()]);
  }
});

Deno.test("files: what LinBPQ and XRouter save, and the kernel's own; none there is waited for", async () => {
  const kept: Record<string, string> = {
    "/var/bpq/BPQNODES.dat": "NODE ADD XYZNOD:OE9XYZ OE9ZZZ-7 1 192\n",
    "/proc/net/nr_nodes": "callsign  mnemonic w n qual obs neigh\nOE9XYZ    XYZNOD   1 1  192   6 00001\n",
    "/proc/net/nr_neigh":
      "addr  callsign  dev  qual lock count failed digipeaters\n00001 OE9ZZZ-7  ax0   192    0    1      0\n",
  };
  const io = quickIo({ files: { list: async () => await [], read: async (path) => await kept[path] } });
  assert.deepEqual((await firstReading("linbpq:/var/bpq/BPQNODES.dat", io)).routes, [{ ...XYZ, port: "1" }]);
  assert.deepEqual((await firstReading("netrom:/proc/net", io)).routes, [{ ...XYZ, port: "ax0" }]);
  for (const gone of ["xrouter:/home/pi/XRNODES", "netrom:/proc/other"]) {
    assert.equal((await firstReading(gone, io)).alive.word, "waiting_for_device", gone);
  }
  kept["/var/bpq/BPQNODES.dat"] = "";
  const { alive, heard } = await firstReading("linbpq:/var/bpq/BPQNODES.dat", io);
  assert.deepEqual([alive.word, heard.length], ["connected", 1], "an empty table takes nothing away");
});

Deno.test("a table that the kernel gives in pieces is read whole", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/nr_nodes`;
    assert.ok((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
    const writing = new Deno.Command("sh", { args: ["-c", `(printf one; sleep 0.3; printf two) > ${path}`] })
      .output();
    assert.equal(await hostFiles().read(path), "onetwo");
    await writing;
  });
});

Deno.test("this host's own kernel, where it has NET/ROM; else a word that says so", async () => {
  const { alive } = await firstReading("netrom:/proc/net");
  assert.ok(["reading", "connected", "waiting_for_device"].includes(alive.word!), alive.word);
});

Deno.test("an address of a node says what it takes, and names no site", () => {
  for (
    const [text, why] of [
      ["linbpq://h?site=OE1XYZ-10", /names no site/],
      ["uronode:/dev/x", /takes a host/],
      ["netrom://h", /takes a folder/],
      ["jnos://h?pass=x", /takes a user/],
      [`jnos://h?user=${"x".repeat(61)}`, /at most 60/],
      ["uronode://h?tx=on", /'tx' is nothing/],
    ] as const
  ) assert.match(String(readConnection(text)), why, text);
});

Deno.test("the handbook's lines are ones that the box takes, as they stand", () => {
  for (const language of ["en", "de"]) {
    const book = Deno.readTextFileSync(new URL(`../../src/handbook/${language}/nodes.md`, import.meta.url));
    const [, block] = /```text\n([^`]*)```/.exec(book)!;
    const lines = [
      ...block!.trim().split("\n"),
      ...[...book.matchAll(/`([a-z]+:\/[^`\s]+)`/g)].map(([, line]) => line!),
    ];
    assert.ok(lines.length >= 9, language);
    for (const line of lines) {
      assert.ok(typeof readConnection(line) !== "string", String(readConnection(line)));
    }
  }
});

Deno.test("telnet's own words, colours and zeros are no text; a doubled 255 is a letter", () => {
  const bytes = Uint8Array.of(
    255,
    251,
    1,
    65,
    255,
    250,
    24,
    1,
    255,
    240,
    66,
    27,
    91,
    49,
    109,
    67,
    0,
    255,
    255,
    255,
    241,
    68,
  );
  assert.deepEqual([...plainBytes(bytes)], [65, 66, 67, 255, 68]);
  assert.deepEqual([...plainBytes(Uint8Array.of(65, 255, 250, 24))], [65], "an end that never comes");
});

Deno.test("a table has its most rows, the best first, and each way once; a row that is none is left out", () => {
  const many = Array.from({ length: 1500 }, (_, n) => ({ ...XYZ, port: String(n), quality: 1 + n % 255 }));
  const table = tableOf([...many, { ...many[0]!, quality: 255 }]);
  assert.deepEqual([table.length, table[0]!.quality], [MOST_ROUTES, 255]);
  assert.ok(!table.some(({ quality }) => quality === 1));
  const rows = [
    "OE9XYZ 0 6 vhf OE9ZZZ",
    "OE9XYZ 256 6 vhf OE9ZZZ",
    "XYZNOD 192 6 vhf OE9ZZZ",
    "OE9XYZ 192 6 vhf NODE",
  ];
  assert.deepEqual(readBestRoutes([...rows, `${" ".repeat(300)}OE9XYZ 192 6 vhf OE9ZZZ`].join("\n")), []);
  const start = performance.now();
  readBestRoutes("OE9XYZ ".repeat(500_000));
  readBestRoutes("\n".repeat(1_000_000));
  assert.ok(performance.now() - start < 2000, "in time that grows with the text alone");
});

Deno.test("what is gone is taken away once, and only where no other table has it", () => {
  const now = [{ ...XYZ, port: "1" }];
  assert.deepEqual(
    newsOf(now, ["OE9XYZ OE9ZZZ-7 1", "OE9OLD OE9ZZZ 1", "OE9TWO OE9ZZZ 1"], new Set(["OE9TWO OE9ZZZ 1"])),
    [
      ...now,
      { dest: "OE9OLD", alias: "", neighbor: "OE9ZZZ", quality: 0, port: "1" },
    ],
  );
});

Deno.test("a table that was not read for three times says nothing any more", () => {
  const world = testWorld(),
    senses = new Senses(world),
    at = { scheme: "linbpq", host: "h", port: 8008, device: "" };
  senses.takeNodes(at, [{ ...XYZ, port: "1" }]);
  assert.deepEqual(senses.nodes().map(({ from }) => from), ["linbpq://h:8008"], "without its query");
  world.pass(50 * 60 + 1);
  assert.deepEqual(senses.nodes(), []);
});

Deno.test("the gateway gets the table of a service box, keeps what another has, and is told what went", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), { app } = gateway;
    await makeBox(dir, gateway, { connections: [] }, { services: true });
    const box = runBox(dir, { services: [nodeTables(30)] });
    const at = { scheme: "linbpq", host: "h", port: 8008, device: "" };
    const table = async () => (await app.visitor.get("/api/node/nodes")).body.nodes;
    try {
      await app.ingest.post("/api/node/nodes", { dest: "OE9OTH", neighbor: "OE9ZZZ", quality: 9 });
      // An earlier run told of a node that is gone by now.
      await app.ingest.post("/api/node/nodes", { dest: "OE9OLD", neighbor: "OE9ZZZ", quality: 9, port: "1" });
      const { db, facts } = box.parts;
      db.writeNow((tx) => facts.set(tx, "nodes.linbpq://h:8008", '["OE9OLD OE9ZZZ 1"]'));
      box.parts.senses.takeNodes(at, [{ ...XYZ, port: "1" }, {
        ...XYZ,
        dest: "OE9ABC",
        alias: "",
        port: "1",
      }]);
      await until("three nodes", async () => (await table()).length === 3);
      box.parts.senses.takeNodes(at, [{ ...XYZ, quality: 200, port: "1" }]);
      await until("one gone", async () => (await table()).length === 2);
      assert.deepEqual((await table()).map(({ dest, quality }: NodeRoute) => [dest, quality]), [
        ["OE9OTH", 9],
        ["OE9XYZ", 200],
      ]);
      await until(
        "what was told is kept, for the next run",
        () => box.parts.facts.get("nodes.linbpq://h:8008") === '["OE9XYZ OE9ZZZ-7 1"]',
      );
      const [told] = box.parts.told.get("nodes")!() as [{ from: string; routes: number; why: string | null }];
      assert.deepEqual([told.from, told.routes, told.why], ["linbpq://h:8008", 1, null]);
    } finally {
      await box.stop();
      await gateway.close();
    }
  }));

Deno.test("a box that does not serve the instance is refused, keeps nothing as told, and asks once a reading", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), { app } = gateway;
    await makeBox(dir, gateway, { connections: [] });
    const box = runBox(dir, { services: [nodeTables(20)] });
    const { senses, told, facts, client } = box.parts;
    let posts = 0, sees = 0;
    const nodes = senses.nodes.bind(senses);
    senses.nodes = () => (sees++, nodes());
    const ask = client.ask.bind(client);
    client.ask = (one) => (one.path === "/api/node/nodes" && posts++, ask(one));
    try {
      senses.takeNodes({ scheme: "linbpq", host: "h", port: 8008, device: "" }, [{ ...XYZ, port: "1" }]);
      const why = () => (told.get("nodes")!() as { why: string | null }[])[0]?.why;
      await until("a refusal", () => why() !== undefined);
      const looks = sees;
      await until("further looks", () => sees > looks + 3);
      assert.match(why()!, /services/);
      assert.equal(posts, 1);
      assert.equal(facts.get("nodes.linbpq://h:8008"), undefined);
      const [warning] = warningsOf(statusOf(box.parts), 0).filter(({ code }) => code === "nodes_refused");
      assert.match(
        warning!.sentence,
        /^the gateway does not take the table of linbpq:\/\/h:8008: .*services/,
      );
      assert.deepEqual((await app.visitor.get("/api/node/nodes")).body.nodes, []);
    } finally {
      await box.stop();
      await gateway.close();
    }
  }));
