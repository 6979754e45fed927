/** What a receiver box takes of a small host: with a Meshtastic device of 300 nodes, and with Direwolf under it. */
import { join } from "node:path";
import { askedFor, complete, data, encoded, framed, node, packet } from "../../tests/kit/meshtastic.ts";
import { freePort } from "../../tests/kit/free_port.ts";
import { bundled, ENV, inFolder, rssMb, start } from "./processes.ts";
import type { Row } from "./row.ts";

const NODES = 300, PACKETS = 600;
/** So long it listens before it is measured: the collector has given back what the start needed. */
const REST_MS = 45_000;

/** A device behind TCP that tells its whole list to whoever asks, and then what it hears. */
async function device(): Promise<{ address: string; close(): void }> {
  const list = await encoded(Array.from({ length: NODES }, (_, n) => node(1000 + n, `Node ${n}`)));
  const heard = await encoded(
    Array.from(
      { length: PACKETS },
      (_, n) =>
        packet(
          1000 + n % NODES,
          5000 + n,
          data(67, "Telemetry", { deviceMetrics: { batteryLevel: n % 100 } }),
        ),
    ),
  );
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const clients: Deno.Conn[] = [];
  const talk = async (client: Deno.Conn) => {
    for await (const bytes of client.readable) {
      const id = askedFor(bytes);
      if (id === undefined) continue;
      const writer = client.writable.getWriter();
      for (const one of list) await writer.write(framed(one));
      await writer.write(complete(id));
      for (const one of heard) {
        await writer.write(framed(one));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      writer.releaseLock();
    }
  };
  (async () => {
    for await (const client of listener) {
      clients.push(client);
      talk(client).catch(() => {});
    }
  })().catch(() => {});
  return {
    address: `meshtastic://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    close() {
      listener.close();
      for (const client of clients) {
        try {
          client.close();
        } catch {
          // The box hung up first.
        }
      }
    },
  };
}

/** Megabytes that are the process's own: without pages of files, which the system takes back when it needs them. */
const ownMb = (pid: number): number =>
  Number(/RssAnon:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) / 1024;

/** Processes that a process has started and that are there now. */
const childrenOf = (pid: number): number[] =>
  Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number);

/** A box of the tarball that has joined a gateway and listened for a while: what it takes, and its children. */
async function listening(launcher: string, connection: string) {
  return await inFolder(async (folder) => {
    const gateway = await start(launcher, ["serve"], { DATA_DIR: join(folder, "gateway") });
    const asked = await fetch(`${gateway.url}/api/admin/boxes/codes`, {
      method: "POST",
      headers: { "x-operator-secret": ENV.OPERATOR_SECRET, "content-type": "application/json" },
      body: "{}",
    });
    const { code } = await asked.json(), dir = join(folder, "box");
    const args = [
      "box",
      "join",
      gateway.url,
      code,
      "--dir",
      dir,
      "--call",
      "OE1BOX-10",
      "--connect",
      connection,
    ];
    const joined = await new Deno.Command(launcher, { args, env: ENV }).output();
    if (!joined.success) throw new Error(new TextDecoder().decode(joined.stderr));
    const box = new Deno.Command(launcher, {
      args: ["box", "run", "--dir", dir, "--http", "off"],
      env: ENV,
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const taken = {
      all: rssMb(box.pid),
      own: ownMb(box.pid),
      children: childrenOf(box.pid).map(rssMb),
    };
    box.kill("SIGTERM");
    await box.status;
    await gateway.stop();
    return taken;
  });
}

const boxMemory = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const launcher = await bundled(join(folder, "dist"));
    const radio = await device();
    const mesh = await listening(launcher, radio.address).finally(() => radio.close());
    // Sound of an SDR program: Direwolf runs as it does on a card, and no card is needed.
    const sound = await listening(launcher, `sound://sdr?pcm=UDP:${freePort()}`);
    const row = (budget: string, measured: number, against: number): Row => ({
      budget: `box, ${budget}`,
      measured,
      against,
      unit: "MB",
      least: 1,
      smaller: true,
    });
    return [
      row(`${NODES} Meshtastic nodes, its own`, mesh.own, 60),
      row(`${NODES} Meshtastic nodes, with files`, mesh.all, 75),
      row("Direwolf under it, its own", sound.own, 60),
      row("Direwolf under it, with files", sound.all, 75),
      ...sound.children.map((mb) => row("Direwolf itself", mb, 60)),
    ];
  });

export const boxMemoryRows: Record<string, () => Promise<Row[]>> = { "box-memory": boxMemory };
