/** Settings of the host that are written into its env file: what is refused, what is kept, what waits for a restart. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { HostFile } from "../../src/settings/mod.ts";
import { refused, SECRETS, testApp } from "../kit/app.ts";
import { withFolder } from "../kit/server.ts";

const AT = Date.UTC(2026, 5, 1, 12) / 1000;
const lines = (path: string) => Deno.readTextFileSync(path).trimEnd().split("\n");

async function fileIn(folder: string, more = "", mode = 0o600) {
  const path = join(folder, "gateway.env");
  const text = Object.entries(SECRETS).map(([key, value]) => `${key}="${value}"\n`).join("");
  await Deno.writeTextFile(path, `# Settings\n${text}${more}`);
  await Deno.chmod(path, mode);
  return path;
}

Deno.test("a setting is written by its declaration, the line before stays as a comment, and it waits for a restart", () =>
  withFolder(async (folder) => {
    const path = await fileIn(folder, "PORT=8787\n");
    const file = new HostFile(path, { ...SECRETS, PORT: "8787" });
    assert.ok(file.isOurs && file.takes("PORT") && file.takes("SMTP_URL"));
    file.set("PORT", " 8080 ", { by: "OE1SYS", at: AT });
    assert.deepEqual(lines(path).slice(-2), [
      "# Until 2026-06-01 12:00 UTC, changed by OE1SYS: PORT=8787",
      'PORT="8080"',
    ]);
    assert.deepEqual([file.isPending("PORT"), file.isPending("SMTP_URL")], [true, false]);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    file.set("PORT", "8787", { by: "OE1SYS", at: AT });
    assert.equal(file.isPending("PORT"), false, "as it was at the start");
    file.unset("PORT", { by: "OE1SYS", at: AT });
    assert.equal(lines(path).some((one) => one.startsWith("PORT")), false);
    assert.equal(file.isPending("PORT"), true);
  }));

Deno.test("what does not fit, what the start would fail by, and what the environment fixes is refused, and the file stays", () =>
  withFolder(async (folder) => {
    const path = await fileIn(folder, "PORT=8787\n");
    const file = new HostFile(path, { ...SECRETS, PORT: "9000" });
    const before = lines(path), by = { by: "OE1SYS", at: AT };
    const wrong: [string, string, string][] = [
      ["PORT", "8080", "setting_fixed_by_env"],
      ["HTTPS_PORT", "many", "setting_invalid"],
      ["TLS_CERT", "/a\nPORT=1", "setting_invalid"],
      ["DATA_DIR", "/elsewhere", "setting_fixed_by_env"],
      ["INGEST_SECRET", "change-me", "setting_invalid"],
      ["OPERATOR_NAME", "x", "setting_unknown"],
      ["PATH", "/x", "setting_unknown"],
    ];
    for (const [key, value, reason] of wrong) {
      assert.throws(
        () => file.set(key, value, by),
        (error: { reason?: string }) => error.reason === reason,
        key,
      );
    }
    assert.throws(() => file.unset("INGEST_SECRET", by), "the next start would fail");
    assert.deepEqual(lines(path), before);
  }));

Deno.test("a file that others read, or that the program was not started with, is not ours", () =>
  withFolder(async (folder) => {
    const path = await fileIn(folder, "", 0o644);
    assert.equal(new HostFile(path, SECRETS).isOurs, false);
    await Deno.chmod(path, 0o600);
    assert.equal(new HostFile(path, SECRETS).isOurs, true);
    assert.equal(new HostFile(path, { ...SECRETS, INGEST_SECRET: "another-secret-of-ours" }).isOurs, false);
    assert.equal(new HostFile(join(folder, "none.env"), SECRETS).isOurs, false);
  }));

Deno.test("the sysop writes and restarts with a fresh sign-in; secrets are shown by nothing", () =>
  withFolder(async (dataDir) => {
    const path = await fileIn(dataDir), file = new HostFile(path, SECRETS);
    let restarts = 0;
    using app = testApp({}, { dataDir, host: { file, restart: () => void restarts++ } });
    const sysop = await app.sysop();
    const secret = "smtp://club:pass-of-the-club@mail.example:587";
    const written = await sysop.put("/api/admin/host/SMTP_URL", { value: secret });
    assert.deepEqual([written.status, written.body], [200, { key: "SMTP_URL", pending: true }]);
    const listed = await sysop.get("/api/admin/settings");
    assert.equal(listed.text.includes("pass-of-the-club"), false);
    const { environment } = listed.body;
    assert.deepEqual([environment.writable, environment.restart], [true, true]);
    const one = environment.settings.find(({ key }: { key: string }) => key === "SMTP_URL");
    assert.deepEqual([one.writable, one.pending, one.value], [true, true, null]);
    assert.ok(lines(path).includes(`SMTP_URL="${secret}"`));
    await refused(app, 400, "setting_invalid", () => sysop.put("/api/admin/host/PORT", { value: "no" }));
    await refused(app, 401, undefined, () => app.operator.put("/api/admin/host/PORT", { value: "8080" }));
    assert.equal((await sysop.delete("/api/admin/host/SMTP_URL")).body.pending, false);
    assert.equal((await sysop.post("/api/admin/restart")).status, 200);
    assert.equal(restarts, 1);
    app.world.pass(1000);
    await refused(app, 401, "fresh_sign_in", () => sysop.put("/api/admin/host/PORT", { value: "8080" }));
    await refused(app, 401, "fresh_sign_in", () => sysop.post("/api/admin/restart"));
    assert.equal(restarts, 1);
  }));

Deno.test("a fourth restart within two minutes is refused, also by a program that has just started: the host would give it up", () =>
  withFolder(async (dataDir) => {
    const file = new HostFile(await fileIn(dataDir), SECRETS);
    let restarts = 0;
    const host = { file, restart: () => void restarts++ };
    using app = testApp({}, { dataDir, host });
    for (let n = 1; n <= 3; n++) {
      // Each time another program over the same data.
      using next = testApp({}, { dataDir, host, db: app.db, world: app.world });
      assert.equal((await (await next.sysop()).post("/api/admin/restart")).status, 200);
      app.world.pass(10);
    }
    const sysop = await app.sysop();
    const { headers } = await refused(app, 429, "restarted_often", () => sysop.post("/api/admin/restart"));
    assert.equal(headers.get("retry-after"), "90");
    app.world.pass(89);
    await refused(app, 429, "restarted_often", () => sysop.post("/api/admin/restart"));
    app.world.pass(1);
    assert.equal((await sysop.post("/api/admin/restart")).status, 200);
    assert.equal(restarts, 4);
  }));

Deno.test("past sixty changes an hour nothing is written any longer", () =>
  withFolder(async (dataDir) => {
    const path = await fileIn(dataDir), file = new HostFile(path, SECRETS);
    using app = testApp({}, { dataDir, host: { file, restart: () => {} } });
    const sysop = await app.sysop();
    for (let port = 8001; port <= 8060; port++) {
      assert.equal((await sysop.put("/api/admin/host/PORT", { value: String(port) })).status, 200);
    }
    const before = lines(path);
    await refused(app, 429, undefined, () => sysop.put("/api/admin/host/PORT", { value: "8099" }));
    await refused(app, 429, undefined, () => sysop.delete("/api/admin/host/PORT"));
    assert.deepEqual(lines(path), before);
  }));

Deno.test("where the program owns no file nothing is written, and nothing restarts it", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop();
    await refused(app, 409, "host_file_not_ours", () => sysop.put("/api/admin/host/PORT", { value: "8080" }));
    await refused(app, 409, "restart_not_here", () => sysop.post("/api/admin/restart"));
  }));
