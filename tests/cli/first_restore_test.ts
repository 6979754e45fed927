/** An instance comes back on a fresh host by its first page: uploaded, checked, put in place by a restart, or refused and nothing changed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { sha256Hex } from "../../src/base/mod.ts";
import { eventually } from "../kit/eventually.ts";
import { FLAGS, ROOT, type Server, startServer, withFolder } from "../kit/server.ts";
import { MEDIA, PHRASE, wholeBackup } from "../kit/whole_backup.ts";

const PIECE = 1 << 20;

/** Somebody signed in on a server by its first link. */
async function signedIn({ url, token }: Server) {
  const opened = await fetch(`${url}/auth/email/verify`, {
    method: "POST",
    body: new URLSearchParams({ token: token! }),
    redirect: "manual",
  });
  await opened.body?.cancel();
  const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
  const ask = async (method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) => {
    const bytes = body instanceof Uint8Array;
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie,
        origin: url,
        ...(body && { "content-type": bytes ? "application/octet-stream" : "application/json" }),
      },
      ...(body && { body: bytes ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    ask,
    async upload(file: Uint8Array<ArrayBuffer>): Promise<string> {
      const { body: { id } } = await ask("POST", "/api/admin/uploads", {
        ...{ for: "backup", name: "club.tar", bytes: file.length },
      });
      for (let at = 0; at < file.length; at += PIECE) {
        const piece = file.slice(at, at + PIECE);
        const path = `/api/admin/uploads/${id}?offset=${at}&sha256=${sha256Hex(piece)}`;
        assert.equal((await ask("PUT", path, piece)).status, 200);
      }
      return id;
    },
  };
}

/** What is in a data folder, but for what a server writes by itself. */
const namesIn = (data: string): string[] =>
  [...Deno.readDirSync(data)].map(({ name }) => name).filter((name) =>
    !/^(packets\.db|gateway\.db-)/.test(name)
  ).sort();

const START = [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE5NEW"];

Deno.test("a fresh host takes a backup by its first page, says what is wrong with another one, and comes back as that instance", () =>
  withFolder(async (folder) => {
    const { archive, env } = await wholeBackup(folder);
    const data = join(folder, "fresh");
    const server = await startServer({ DATA_DIR: data, LOG_LEVEL: "warning" }, { command: START });
    try {
      const { ask, upload } = await signedIn(server);
      const health = async (url = server.url) => (await (await fetch(`${url}/health`)).json()).instance;
      const own = await health(), ownEnv = await Deno.readTextFile(join(data, "gateway.env"));
      assert.deepEqual((await ask("GET", "/api/admin/restore")).body, {
        fresh: true,
        ready: null,
        restart: true,
      });
      const go = () => ask("POST", "/api/admin/restore/go", {});
      assert.equal((await go()).body.reason, "no_backup_ready");

      // Damaged in a photo, cut off, no backup at all: each is refused, and nothing of it stays.
      const flipped = archive.slice();
      flipped[archive.length - 400_000]! ^= 1;
      const before = namesIn(data);
      for (const bad of [flipped, archive.slice(0, archive.length - 5000), archive.slice(512)]) {
        const id = await upload(bad);
        const refused = await ask("POST", "/api/admin/restore", { upload: id, passphrase: PHRASE });
        assert.deepEqual([refused.status, refused.body.reason], [400, "archive_unsound"], refused.body.error);
        assert.equal((await ask("DELETE", `/api/admin/uploads/${id}`)).status, 200);
        assert.deepEqual(namesIn(data).filter((name) => name !== "uploads"), before);
      }
      const id = await upload(archive);
      const wrong = await ask("POST", "/api/admin/restore", {
        upload: id,
        passphrase: "wrong horse battery",
      });
      assert.deepEqual([wrong.status, wrong.body.reason], [403, "passphrase_wrong"]);
      assert.deepEqual(namesIn(data).filter((name) => name !== "uploads"), before);

      const checked = await ask("POST", "/api/admin/restore", { upload: id, passphrase: PHRASE });
      assert.equal(checked.status, 201, checked.body.error);
      const { instance, media, secrets, behind } = checked.body;
      assert.deepEqual([instance, media, secrets, behind], ["hill.example", 1, "opened", 0]);
      assert.equal(await health(), own, "until somebody says so nothing is changed");
      assert.equal(await Deno.readTextFile(join(data, "gateway.env")), ownEnv);
      assert.deepEqual((await ask("GET", "/api/admin/restore")).body.ready, checked.body);

      assert.deepEqual((await go()).body, { restarts: true });
      const said = () => [...server.output().matchAll(/Serving (http\S+)/g)].map(([, url]) => url!);
      await eventually("it to serve again", () => Promise.resolve(said().length === 2));
      const again = said()[1]!.replace("localhost", "127.0.0.1");
      assert.equal(await health(again), "hill.example");
      // What a setting was set to comes back, and nothing that no setting declares.
      const settings = env.split("\n").filter((line) => !line.startsWith("#")).join("\n");
      assert.equal(await Deno.readTextFile(join(data, "gateway.env")), settings);
      assert.deepEqual(await Deno.readFile(join(data, MEDIA)), new Uint8Array(700_000).fill(7));
      assert.ok(!namesIn(data).includes("restore-waiting"));
      const aside = namesIn(join(data, "backups")).join(" ");
      assert.match(aside, /replaced-\S+-gateway\.env/);
      assert.match(aside, /replaced-\S+\.db/);
      // The way in is told anew: nobody of this host has an account there.
      assert.match(server.output(), /operator OE1XYZ/);
      assert.equal(await server.stop("SIGTERM"), 0);
    } finally {
      await server.stop("SIGKILL").catch(() => {});
    }
  }));

Deno.test("what is ready is given up, survives a kill until it is asked for, and then the next start puts it in place", () =>
  withFolder(async (folder) => {
    const { archive } = await wholeBackup(folder);
    const data = join(folder, "fresh");
    const server = await startServer({ DATA_DIR: data, LOG_LEVEL: "warning" }, { command: START });
    let next: Server | undefined;
    try {
      const { ask, upload } = await signedIn(server);
      await ask("POST", "/api/admin/restore", { upload: await upload(archive) });
      assert.equal((await ask("GET", "/api/admin/restore")).body.ready.secrets, "closed");
      assert.equal((await ask("DELETE", "/api/admin/restore")).status, 200);
      assert.equal((await ask("GET", "/api/admin/restore")).body.ready, null);
      await ask("POST", "/api/admin/restore", { upload: await upload(archive) });
      const env = await Deno.readTextFile(join(data, "gateway.env"));
      await server.stop("SIGKILL");
      // As a power cut between the answer and the end of the program leaves it.
      Deno.writeTextFileSync(join(data, "restore-waiting", "go"), "");
      next = await startServer({ DATA_DIR: data, LOG_LEVEL: "warning" }, { command: START });
      assert.deepEqual(await Deno.readFile(join(data, MEDIA)), new Uint8Array(700_000).fill(7));
      // Its secrets were not opened: this host keeps its own.
      assert.equal(await Deno.readTextFile(join(data, "gateway.env")), env);
      assert.ok(!namesIn(data).includes("restore-waiting"));
    } finally {
      await server.stop("SIGKILL").catch(() => {});
      await next?.stop("SIGKILL").catch(() => {});
    }
  }));
