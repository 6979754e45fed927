/** The example box of the README, as it stands there, against the program on a port. */
import assert from "node:assert/strict";
import { appTest, testApp } from "../kit/app.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("the example box enrols and hands a packet over", async () => {
  const world = testWorld();
  // The example has the machine's clock.
  world.pass(Math.floor(Date.now() / 1000) - world.now());
  using app = testApp({}, { world });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => app.handler(request, info as never),
  );
  const { body: { code } } = await app.operator.post("/api/admin/boxes/codes", {});
  const script = new URL("../../tools/box_example.ts", import.meta.url).pathname;
  const gateway = `http://127.0.0.1:${server.addr.port}`;
  const line = "OE1ABC-9>APRS,WIDE1-1:!4812.50N/01622.43E>088/036Test";
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "--no-config", "--no-lock", "-N", script, gateway, ...args],
    }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  };
  const said = await run(code, "example", "OE1XYZ-10", line);
  assert.match(said, /enrolled 201 .*"box":"example"/);
  assert.match(said, /taken 200 \{"accepted":1,"duplicates":0,"rejected":\[\]\}/);
  const { stations } = (await app.visitor.get("/api/stations")).body;
  assert.deepEqual(stations.map(({ call }: { call: string }) => call), ["OE1ABC-9"]);
  assert.match(await run(code, "second", "OE1XYZ-10", line), /enrolled 403[\s\S]*taken 401/);
  await server.shutdown();
});

appTest("the OpenAPI document tells what a box signs and what it posts", {}, async (app) => {
  const { components, paths } = (await app.visitor.get("/api/v1/openapi.json")).body;
  assert.ok(
    components.securitySchemes.box.description.includes(
      "svc-box/1\\n<METHOD> <path with query>\\n<at>\\n<nonce>\\n",
    ),
  );
  const enrol = paths["/ingest/enroll"].post.requestBody.content["application/json"].schema;
  assert.match(enrol.properties.sig.description, /svc-box-enroll\/1.*\{at, box, code, key\}/);
  const ingest = JSON.stringify(paths["/ingest"].post.requestBody.content["application/json"].schema);
  for (
    const member of ["packets", "positions", "finds", "raw", "heardAt", "via", "site", "direct", "svc-ing/1"]
  ) {
    assert.ok(ingest.includes(member), member);
  }
});
