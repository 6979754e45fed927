/** `deno task new`: one of each kind works as it is begun, in a copy of the whole, and breaks no rule of the house. */
import assert from "node:assert/strict";
import { copyOfProject, pathsOfProject } from "../../tools/mutate/copy.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** Kind, name, and the test that comes with it. The route and the thing stand in the area that was begun, and in an old one. */
const BEGUN = [
  ["area", "tool_shed", "tests/routes/tool_shed_test.ts"],
  ["route", "tool_shed/hook", "tests/routes/hook_route_test.ts"],
  ["route", "awards/ribbon", "tests/routes/ribbon_route_test.ts"],
  ["thing", "tool_shed/work_bench", "tests/areas/work_bench_test.ts"],
  ["page", "community/tool_wall", "tests/app/tool_wall_page_test.ts"],
  ["setting", "game/HOOKS_MOST", "tests/areas/hooks_most_setting_test.ts"],
  ["driver", "slow_line", "tests/box/slow_line_driver_test.ts"],
] as const;
/** Tests of the whole that something begun could break: all but this one. */
const RULES = [
  ...[...Deno.readDirSync(`${ROOT}tests/policy`)].map(({ name }) => `tests/policy/${name}`)
    .filter((path) => path.endsWith("_test.ts") && !path.endsWith("/new_test.ts")).sort(),
  "tests/handbook",
];

async function run(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { code, text };
}

Deno.test("what is begun by deno task new passes its own test and the rules of the house", async () => {
  const folder = copyOfProject(ROOT, pathsOfProject(ROOT));
  try {
    // Some rules ask git what there is.
    for (const args of [["init", "-q"], ["add", "."]]) {
      assert.ok(new Deno.Command("git", { args, cwd: folder }).outputSync().success);
    }
    for (const [kind, name, test] of BEGUN) {
      const { code, text } = await run(
        folder,
        "run",
        "--quiet",
        "--frozen",
        "-A",
        "tools/new.ts",
        kind,
        name,
      );
      assert.equal(code, 0, text);
      assert.ok(text.includes(test), text);
    }
    // Begun twice, nothing is changed.
    for (const [kind, name, test] of BEGUN) {
      const before = Deno.readTextFileSync(`${folder}/${test}`);
      const { code, text } = await run(
        folder,
        "run",
        "--quiet",
        "--frozen",
        "-A",
        "tools/new.ts",
        kind,
        name,
      );
      assert.equal(code, 1, text);
      assert.equal(Deno.readTextFileSync(`${folder}/${test}`), before);
    }
    const list = Deno.readTextFileSync(`${folder}/src/db/migrations.ts`);
    assert.equal(list.match(/_tool_shed"/g)?.length, 1, "a refusal left a migration behind");
    const built = await run(folder, "run", "--quiet", "--frozen", "-A", "tools/app.ts");
    assert.equal(built.code, 0, built.text);
    const formatted = await run(folder, "fmt", "--check", "--quiet");
    assert.equal(formatted.code, 0, formatted.text);
    const tests = BEGUN.map(([, , test]) => test);
    const all = await run(folder, "test", "-A", "--no-check", ...tests, ...RULES);
    assert.equal(all.code, 0, all.text.slice(all.text.indexOf(" ERRORS ")));
    const types = await run(folder, "check", "--quiet", "src/wiring/open_areas.ts", ...tests);
    assert.equal(types.code, 0, types.text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a name that is none, and a kind that is none, are refused in words", async () => {
  for (
    const [args, says] of [
      [["area", "Tool-Shed"], "is no name"],
      [["page", "nowhere/wall"], "there is no folder src/client/nowhere"],
      [["route", "ribbon"], "say a folder of src/ and its name"],
      [["setting", "nowhere/MOST"], "there is no src/settings/catalogue/nowhere.ts"],
      [["shed", "tool"], "deno task new KIND NAME"],
    ] as const
  ) {
    const { code, text } = await run(ROOT, "run", "--quiet", "--frozen", "-A", "tools/new.ts", ...args);
    assert.notEqual(code, 0);
    assert.ok(text.includes(says), text);
  }
});
