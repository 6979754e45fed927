/** A real mosquitto on a port of its own. */
import assert from "node:assert/strict";
import { eventually } from "./eventually.ts";
import { freePort } from "./free_port.ts";

export const MOSQUITTO = ["/usr/sbin/mosquitto", "mosquitto_sub"];

export interface Mosquitto {
  port: number;
  /** `retain`: it keeps it for whoever comes later. */
  publish(topic: string, payload: Uint8Array, retain?: boolean): Promise<void>;
  /** What it keeps of topics (retained), by topic. */
  kept(filter: string): Promise<Map<string, string>>;
  stop(): Promise<void>;
}

const run = async (command: string, args: string[], stdin?: Uint8Array) => {
  const child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  if (stdin) await writer.write(stdin).catch(() => {});
  await writer.close().catch(() => {});
  return await child.output();
};

/** Starts one; with a user it lets nobody else in. `port`: where it stood before. */
export async function startMosquitto(
  folder: string,
  { user, password, port = freePort(), tls }: {
    user?: string;
    password?: string;
    port?: number;
    /** Names of PEM files in the folder. */
    tls?: { cert: string; key: string; ca: string };
  } = {},
): Promise<Mosquitto> {
  const conf = `${folder}/mosquitto-${port}.conf`, secrets = `${folder}/mosquitto-${port}.passwd`;
  const own = user === undefined ? [] : ["-u", user, "-P", password ?? ""];
  if (user !== undefined) await run("mosquitto_passwd", ["-c", "-b", secrets, user, password ?? ""]);
  await Deno.writeTextFile(
    conf,
    `listener ${port} 127.0.0.1\nuser root\n${
      tls ? `certfile ${folder}/${tls.cert}\nkeyfile ${folder}/${tls.key}\n` : ""
    }${user === undefined ? "allow_anonymous true" : `allow_anonymous false\npassword_file ${secrets}`}\n`,
  );
  const child = new Deno.Command("/usr/sbin/mosquitto", {
    args: ["-c", conf],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const at = [
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    ...own,
    ...(tls ? ["--cafile", `${folder}/${tls.ca}`] : []),
  ];
  await eventually("mosquitto", async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch {
      return false;
    }
  });
  return {
    port,
    publish: async (topic, payload, retain = false) =>
      void await run("mosquitto_pub", [...at, "-t", topic, "-s", ...(retain ? ["-r"] : [])], payload),
    async kept(filter) {
      const { stdout } = await run("mosquitto_sub", [
        ...at,
        "-t",
        filter,
        "-W",
        "1",
        "--retained-only",
        "-F",
        "%t %p",
      ]);
      return new Map(
        new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "").map((line) => {
          const gap = line.indexOf(" ");
          return [line.slice(0, gap), line.slice(gap + 1)];
        }),
      );
    },
    async stop() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await child.status;
    },
  };
}

/** An authority of one's own and a certificate for 127.0.0.1 that it signs. */
export async function ownAuthority(folder: string): Promise<void> {
  const run = async (...args: string[]) => {
    const done = await new Deno.Command("openssl", { args, cwd: folder, stdout: "null", stderr: "piped" })
      .output();
    assert.ok(done.success, new TextDecoder().decode(done.stderr));
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await run("req", "-x509", ...key, "-days", "2", "-subj", "/CN=Home", "-keyout", "ca.key", "-out", "ca.pem");
  await run("req", ...key, "-subj", "/CN=broker", "-keyout", "broker.key", "-out", "broker.csr");
  await Deno.writeTextFile(`${folder}/san`, "subjectAltName=IP:127.0.0.1\n");
  await run(
    ...["x509", "-req", "-in", "broker.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-days", "2", "-extfile", "san", "-out", "broker.pem"],
  );
}
