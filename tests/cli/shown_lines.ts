/** Every command line that `--help` and the README show, and a place in which each can be run as it is shown. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Command } from "commander";
import { commands } from "../../src/cli/all_commands.ts";
import { signCertificate } from "../../src/awards/mod.ts";
import { signCard } from "../../src/qsl/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { encodePage, readSigningKey, RECORDS } from "../../src/wire/mod.ts";
import { forge } from "../federation/hostile.ts";
import { cacheBody, keyFrom } from "../federation/node.ts";
import { SHOWN, SHOWN_ANYWHERE, shownText } from "../kit/readme.ts";
import { serverEnv } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

/** Lines under "Example:" of every command's help; the program is called `main.ts` in them. */
export function shownByHelp(): string[] {
  const walk = (command: Command): string[] =>
    command.commands.flatMap((inner) => {
      if (inner.commands.length > 0) return walk(inner as Command);
      let help = "";
      inner.configureOutput({ writeOut: (text) => help += text }).outputHelp();
      const examples = /Examples?:\n([\s\S]*)$/.exec(help)?.[1] ??
        assert.fail(`${inner.name()} has no example`);
      return examples.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    });
  return walk(commands({}));
}

/** Blocks of shell lines in README or handbook whose first line is the comment that names them. */
export function recipe(name: string): string[] {
  const blocks = SHOWN.flatMap((path) => [...shownText(path).matchAll(/```sh\n([\s\S]*?)```/g)])
    .map(([, block]) => block!.trim().split("\n"));
  const [found, ...others] = blocks.filter(([first]) => first === `# ${name}`);
  for (const other of others) assert.deepEqual(other, found, `"${name}" is shown in two ways`);
  return found?.slice(1) ?? assert.fail(`neither README nor handbook has a recipe "${name}"`);
}

/** What stands in README and handbook between backquotes and begins with the program's name. */
export const namedInReadme = (): string[] =>
  SHOWN_ANYWHERE.flatMap((path) => [...shownText(path).matchAll(/`(main\.ts [^`]+)`/g)]).map(([, line]) =>
    line!
  );

/** Lines of shell blocks of README and handbook that begin with the program's name, without their comments. */
export const typedInBlocks = (): string[] =>
  SHOWN_ANYWHERE.flatMap((path) => [...shownText(path).matchAll(/^```sh\n([\s\S]*?)^```/gm)])
    .flatMap(([, block]) => block!.split("\n")).filter((line) => /^(main\.ts|socat .*main\.ts) /.test(line))
    .map((line) => line.replace(/\s{2,}#.*$/, ""));

/** Lines that end otherwise than with 0 where nobody answers and nothing is there, with status and what they say. */
const ENDS: [RegExp, number, RegExp][] = [
  [/peer add /, 1, /oe1xyz\.example/],
  [/peer (trust|unvet|unblock|remove) /, 1, /There is no such neighbour/],
  [/peer block .* --preview/, 1, /There is no such neighbour/],
  [/peer find /, 1, /DOH_URL names no resolver/],
  [/identity portal --check/, 1, /neither an https address nor/],
  [/peer sync https/, 1, /There is no such neighbour/],
  [/peer follow /, 1, /There is no such neighbour/],
  [/moderate unsuspend/, 1, /is not suspended/],
  [/reports (resolve|reopen) 7/, 1, /no such report/],
  [/moderate (remove log|restore) /, 1, /There is no such|That is not here any more/],
  [/registries (remove|confirm) 1/, 1, /There is no such list/],
  [/bbs (read|kill) 218341/, 1, /no .*message/i],
  [/bbs rules --remove 7/, 1, /no such|There is no/i],
  [/bbs partners --remove OE3XBB/, 1, /no such|There is no|partner/i],
  [/conform http/, 75, /Nobody answers at/],
  [/\bcorroborate 4711$/, 1, /There is no such find/],
  [/\bcorroborate 4711 --kept/, 1, /Peers were never asked about find 4711/],
  [/federation link pull /, 1, /There is no such neighbour/],
  [/upgrade (--back )?\//, 1, /release key/],
  [/main\.ts install/, 1, /unpacked bundle/],
  [/restore --from-replica /, 66, /holds no replica/],
  [/tls show/, 1, /There is no certificate authority yet/],
  [/federation push/, 1, /FED_HUB_URL is not set/],
  [/bbs forward /, 1, /There is no partner OE3XBB/],
  [/\bboxes trust /, 1, /There is no such box/],
  [/\bbox (join|--yes) /, 75, /was not reached/],
  [/\bbox status/, 2, /holds no box/],
  [/\bbox radio --(connect|test)/, 78, /holds no box/],
  [/\bbox (run|watch|check|log|tx|quiet|pair)/, 78, /holds no box/],
];

/** What a line of the example world has to end with. */
export const endOf = (line: string): { status: number; says: RegExp } => {
  const [, status, says] = ENDS.find(([which]) => which.test(line)) ?? [undefined, 0, /^/];
  return { status, says };
};

/** A folder with everything that the lines name; `data/` is a set-up data folder unless the line makes one. */
export async function exampleWorld(folder: string, line: string): Promise<void> {
  const write = (name: string, text: string | Uint8Array) => {
    const path = join(folder, name);
    Deno.mkdirSync(join(path, ".."), { recursive: true });
    if (typeof text === "string") Deno.writeTextFileSync(path, text);
    else Deno.writeFileSync(path, text);
  };
  const page = {
    type: 1,
    gid: "a.example:cache:7",
    origin: "a.example",
    v: 7,
    at: 1_780_000_000,
    signer: "a.example",
    body: RECORDS.cache.write(cacheBody("Steinbruch")),
  };
  const frames = [forge(page, keyFrom("a"))];
  write("stub/page", encodePage({ instance: "a.example", nextCursor: 7, complete: true, frames, held: 7 }));
  write("stub/curl", `#!/bin/sh\ncat ${join(folder, "stub/page")}\n`);
  write("stub/nc", "#!/bin/sh\nprintf '\\300\\000\\300'\n");
  // The program at its first end, with nobody at the other.
  write(
    "stub/socat",
    `#!/bin/sh\nfor end; do case "$end" in EXEC:*federation*) exec sh -c "\${end#EXEC:}" </dev/null;; esac; done\n`,
  );
  for (const name of ["curl", "nc", "socat"]) Deno.chmodSync(join(folder, "stub", name), 0o755);
  write("heard.txt", "OE1XYZ-9>APRS:!4812.50N/01622.30E>on the road\n");
  write("list.csv", "callsign,status\nW1AW,licensed\n");
  write("HD.dat", "HD|1|||W1AW|A|HA|01/02/2021|12/31/2031||||\n");
  const certified = {
    ...{ instance: "club.example", code: "K7HRXW2MPA", call: "OE7PQR", award: "Ten by radio", about: "" },
    ...{
      rule: { kind: "finds", n: 10, radio: true } as const,
      earnedAt: 1_780_000_000,
      signedAt: 1_780_000_000,
    },
  };
  write(
    "K7HRXW2MPA.json",
    JSON.stringify(signCertificate(certified, readSigningKey(`${"A".repeat(42)}E`)!)),
  );
  const card = {
    ...{ instance: "club.example", code: "K7HRXW2MPB", call: "OE7PQR", heardBy: "OE3XAR-10" },
    ...{ at: 1_780_000_000, mode: "PKT", mhz: null, cache: null, grid: "JN88EE", heardGrid: "JN88EG" },
    ...{ distanceM: 9100, bearing: 350, line: null, lineBy: null, signedAt: 1_780_000_000 },
  };
  write("K7HRXW2MPB.json", JSON.stringify(signCard(card, readSigningKey(`${"A".repeat(42)}E`)!)));
  write("secret.txt", "the secret of a test\n");
  write("text.txt", "The club meets on Friday.\n");
  write("oe1abc.mbox", MBOX);
  write("old-bulletins/one.txt", MBOX);
  // Who signs tools has a key; who makes one has none.
  if (!line.includes("tools key")) write("tool-key.txt", `${"A".repeat(42)}E\n`);
  write("registry.json", '{"entries": []}\n');
  for (const name of ["tool.json", "tool.js"]) {
    write(
      `tools/example_tool/${name}`,
      Deno.readFileSync(new URL(`../../tools/example_tool/${name}`, import.meta.url)),
    );
  }
  Deno.mkdirSync(join(folder, ".config/fish/completions"), { recursive: true });
  Deno.mkdirSync(join(folder, ".local/share/bash-completion/completions"), { recursive: true });
  Deno.mkdirSync(join(folder, "mnt/usb"), { recursive: true });
  if (/main\.ts (setup|start)/.test(line)) return;
  const { DATA_DIR: _, ...settings } = serverEnv(folder);
  const lines = Object.entries({
    ...settings,
    FED_PRIVATE_KEY: "A".repeat(42) + "E",
    INSTANCE_ID: "club.example",
    FED_LINK_SERVE: "1",
    FED_LINK_PULL: "1",
    FED_BBS: "1",
  })
    .map(([key, value]) => `${key}="${value}"`);
  write("data/gateway.env", `# made for a test\n${lines.join("\n")}\n`);
  database ??= await exampleDatabase();
  write("data/gateway.db", database);
  write("data/backups/gateway-20260601-120000.db", database);
}

let database: Uint8Array | undefined;

/** The file of a database with two members; made once for all lines. */
async function exampleDatabase(): Promise<Uint8Array> {
  const folder = await Deno.makeTempDir();
  try {
    const db = new Database(join(folder, "made.db"));
    migrate(db, MIGRATIONS, testWorld());
    db.writeNow((tx) =>
      db.exec(
        tx,
        ["OE1XYZ", "OE1ABC"].map((call, n) =>
          `INSERT INTO account (id, created_at, active_call) VALUES (${n + 1}, 1780315200, '${call}');
           INSERT INTO held_call (base, account_id, held_since, is_primary) VALUES ('${call}', ${
            n + 1
          }, 1780315200, 1);`
        ).join("\n"),
      )
    );
    await db.backup(join(folder, "gateway.db"));
    db.close();
    return await Deno.readFile(join(folder, "gateway.db"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const MBOX = `From OE1XYZ Mon Jun  1 12:00:00 2026
From: OE1XYZ
To: OE1ABC
Date: Mon, 01 Jun 2026 12:00:00 +0000
Subject: Antenna
Message-ID: <1_OE1XYZ@club.example>

How is your new antenna?

`;

/** Folders of a host that a line names, as they are in the example world. */
const moved = (line: string, folder: string): string =>
  line.replaceAll("/srv/gateway", join(folder, "srv")).replaceAll("/mnt/usb", join(folder, "mnt/usb"))
    .replace("PORT=8080", "PORT=0").replace("192.168.1.10:8787", "127.0.0.1:1");

/** Runs a line in a shell. A server is stopped once it serves. */
export async function runLine(line: string, folder: string, env: Record<string, string>): Promise<void> {
  const child = new Deno.Command("bash", {
    args: ["-c", moved(line, folder)],
    cwd: folder,
    clearEnv: true,
    env: {
      HOME: folder,
      PORT: "0",
      HOST: "127.0.0.1",
      NO_COLOR: "1",
      DENO_NO_UPDATE_CHECK: "1",
      ...env,
      PATH: `${join(folder, "stub")}:${env.PATH}`,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let said = "";
  const listen = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (/Serving http|two gateways begin/.test(said)) child.kill("SIGTERM");
    }
  };
  const [{ code }] = await Promise.all([child.status, listen(child.stdout), listen(child.stderr)]);
  const { status, says } = endOf(line);
  assert.equal(code, status, `${line}\n${said}`);
  assert.match(said, says, `${line}\n${said}`);
  assert.doesNotMatch(said, /\n\s+at .*:\d+:\d+|NotCapable|Requires \w+ access|error: unknown/, line);
}
