/** `/metrics` read by the OpenMetrics parser of Prometheus' own client library and by promtool, and the dashboard and alerts made of it. */
import assert from "node:assert/strict";
import dashboard from "../../tools/grafana.json" with { type: "json" };
import { NAMES, SERIES } from "../../src/trends/mod.ts";
import { testApp } from "../kit/app.ts";
import { exists } from "../kit/test_data.ts";
import { needsProgram, peerTest, run } from "./peer.ts";

const PARSER = "/usr/lib/python3/dist-packages/prometheus_client/openmetrics/parser.py";
const missing = exists(PARSER)
  ? undefined
  : "prometheus_client is not installed (apt-get install python3-prometheus-client)";

/** Prints a family a line: name, type, unit, and its samples by name. */
const READ = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(sys.stdin.read()):
    print(json.dumps([family.name, family.type, family.unit, {s.name: s.value for s in family.samples}]))
`;
type Family = [name: string, type: string, unit: string, samples: Record<string, number>];

async function families(text: string): Promise<Family[]> {
  const { code, stdout, stderr } = await run("/usr/bin/python3", ["-c", READ], text);
  assert.equal(code, 0, stderr.slice(-500));
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

peerTest(
  "the parser of Prometheus' client reads every figure, and refuses what is cut off",
  missing,
  async () => {
    using app = testApp();
    const { text } = await app.operator.get("/metrics");
    const read = new Map((await families(text)).map((family) => [family[0], family]));
    for (const name of NAMES) {
      const { metric, fold, unit } = SERIES[name];
      const [, type, readUnit, samples] = read.get(metric)!;
      assert.deepEqual([type, readUnit], [fold === "sum" ? "counter" : "gauge", unit], name);
      assert.ok(Number.isFinite(samples[fold === "sum" ? `${metric}_total` : metric]), name);
    }
    assert.deepEqual(read.get("service_gateway_build")?.[3], { service_gateway_build_info: 1 });
    await assert.rejects(families(text.replace("# EOF\n", "")));
  },
);

const noPromtool = needsProgram("promtool", "prometheus");
const PROMTOOL = "/usr/bin/promtool";

/** An instance with something of each kind to tell. */
function lively() {
  const app = testApp();
  const { lives } = app.world;
  lives.worked("mail");
  lives.failed("job:x", "no");
  return app;
}

peerTest("promtool finds nothing wrong with the classic text", noPromtool, async () => {
  using app = lively();
  const classic = app.operator.with({ accept: "text/plain" });
  const { text, headers } = await classic.get("/metrics");
  assert.equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assert.match(text, /^service_gateway_service_up\{kind="mail",name=""\} 1$/m);
  const { code, stdout, stderr } = await run(PROMTOOL, ["check", "metrics"], text);
  // It warns of every level that ends in the name of a unit, and knows better than its own conventions of `_info`.
  assert.equal(code, 0, stdout + stderr);
  const broken = await run(
    PROMTOOL,
    ["check", "metrics"],
    text.replace("# TYPE service_gateway_finds_total counter", "# TYPE service_gateway_finds_total odd"),
  );
  assert.notEqual(broken.code, 0, "it looks");
});

peerTest("promtool takes the alerts, and each is made of what is told", noPromtool, async () => {
  const path = new URL("../../tools/alerts.yml", import.meta.url).pathname;
  const { code, stdout, stderr } = await run(PROMTOOL, ["check", "rules", path]);
  assert.equal(code, 0, stdout + stderr);
  using app = lively();
  const told = namesIn((await app.operator.get("/metrics")).text);
  const rules = await Deno.readTextFile(path);
  const named = new Set(
    rules.split("\n").filter((line) => line.includes("expr:")).join(" ").match(
      /(?:service_gateway|process)_\w+/g,
    ),
  );
  assert.ok(named.size > 8);
  assert.deepEqual([...named].filter((name) => !told.has(name)), []);
});

const namesIn = (text: string): Set<string> =>
  new Set(text.split("\n").filter((line) => /^[a-z]/.test(line)).map((line) => line.split(/[ {]/)[0]!));

Deno.test("the dashboard draws each series, and nothing that is not told", async () => {
  using app = lively();
  const told = namesIn((await app.operator.get("/metrics")).text);
  const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const named = new Set(drawn.join(" ").match(/(?:service_gateway|process)_\w+/g));
  assert.deepEqual([...named].filter((name) => !told.has(name)), []);
  for (const name of NAMES) {
    const { metric, fold } = SERIES[name];
    assert.ok(named.has(fold === "sum" ? `${metric}_total` : metric), name);
  }
});
