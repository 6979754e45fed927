/** `/metrics` read by the OpenMetrics parser of Prometheus' own client library, and the dashboard that is drawn of it. */
import assert from "node:assert/strict";
import dashboard from "../../tools/grafana.json" with { type: "json" };
import { NAMES, SERIES } from "../../src/trends/mod.ts";
import { testApp } from "../kit/app.ts";
import { exists } from "../kit/test_data.ts";
import { peerTest, run } from "./peer.ts";

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

Deno.test("the dashboard draws each series, and nothing that is not told", async () => {
  using app = testApp();
  const told = new Set(
    (await app.operator.get("/metrics")).text.split("\n").filter((line) => /^[a-z]/.test(line)).map((line) =>
      line.split(/[ {]/)[0]!
    ),
  );
  const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const named = new Set(drawn.join(" ").match(/(?:service_gateway|process)_\w+/g));
  assert.deepEqual([...named].filter((name) => !told.has(name)), []);
  for (const name of NAMES) {
    const { metric, fold } = SERIES[name];
    assert.ok(named.has(fold === "sum" ? `${metric}_total` : metric), name);
  }
});
