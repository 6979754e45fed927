/** `conform`: two of ours look at each other; what is wrong ends with a status and a line. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { CLAUSES } from "../../src/conform/mod.ts";
import { command } from "../kit/command.ts";
import { freePort } from "../kit/free_port.ts";
import { Instance, type Json } from "../kit/instance_process.ts";
import { gateway, withFolder } from "../kit/server.ts";

const FREE = { OPERATOR_LINKS_FOR_ANY_CALL: "1" };

Deno.test("two instances look at each other, and each clause holds at both", async () => {
  await withFolder(async (folder) => {
    const both = await Promise.all(["a.example", "b.example"].map(async (id) => {
      const own = join(folder, id);
      await Deno.mkdir(own);
      return await new Instance(id, own, FREE).start();
    }));
    const secretFile = join(folder, "operator.env");
    await Deno.writeTextFile(secretFile, "# of the other\nOPERATOR_SECRET=operator-secret-of-a-process\n");
    for (const [at, looking] of both.entries()) {
      const { url } = both[1 - at]!.server, reach = `http://127.0.0.1:${freePort()}`;
      const line = ["conform", url, "--secret-file", secretFile, "--reach", reach, "--json"];
      const { code, stdout, stderr } = await gateway(line, looking.env);
      const { ok, findings, left } = JSON.parse(stdout);
      assert.deepEqual(findings.filter((one: Json) => one.verdict !== "holds"), [], stderr);
      assert.deepEqual([code, ok, left, findings.length], [0, true, [], CLAUSES.length]);
    }
    await Promise.all(both.map(({ server }) => server.stop()));
  });
});

Deno.test("a program of another kind is said clause by clause, with status 1", async () => {
  const server = Deno.serve({ port: 0, onListen() {} }, () => new Response("<p>It works!</p>"));
  const url = `http://127.0.0.1:${server.addr.port}`;
  try {
    const { code, stdout } = await command(["conform", url, "--only", "health,errors,keys"]);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^fails {4}health .*\n +→ 200 <p>It works/m);
    assert.match(stdout, /^fails {4}errors /m);
    assert.match(stdout, /^untried {2}keys .*\n +→ needs the operator's secret/m);
    assert.match(stdout, /0 clauses hold, 2 do not, 1 were not tried/);
  } finally {
    await server.shutdown();
  }
});

Deno.test("what is no address and no clause is refused before anything is asked", async () => {
  for (
    const [line, why] of [
      [["club.example"], /takes an address with http/],
      [["ftp://club.example"], /takes an address with http/],
      [["http://127.0.0.1:1", "--reach", "here"], /--reach takes/],
      [["http://127.0.0.1:1", "--only", "health,nonsense"], /no clause nonsense; there are options, /],
    ] as const
  ) {
    const { code, stdout, stderr } = await command(["conform", ...line]);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, why);
  }
  const { code, stderr } = await command(["conform", "http://127.0.0.1:1", "--secret-file", "/no/such/file"]);
  assert.equal(code, 66);
  assert.match(stderr, /\/no\/such\/file/);
});
