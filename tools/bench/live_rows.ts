/** Budgets of the live channels: telling a thousand clients. */
import { cpuSeconds, type Measured, start } from "./processes.ts";
import { median, type Row } from "./row.ts";

const CLIENTS = 1000;
const MESSAGES = 100;
/** As long as a find is told. */
const BYTES = 119;

/** Connects clients, half of them with a subscription whose box holds what is told, and counts what they hear. */
async function listeners(url: string, subscribe: boolean) {
  let heard = 0, wanted = Infinity;
  let enough = () => {};
  const sockets = await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      new Promise<WebSocket>((done, failed) => {
        const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
        socket.onopen = () => {
          if (subscribe) socket.send('{"type":"subscribe","bbox":[10,40,20,50]}');
          done(socket);
        };
        socket.onerror = failed;
        socket.onmessage = () => {
          if (++heard >= wanted) enough();
        };
      })),
  );
  return {
    /** Resolves when that many more messages were heard. */
    hear(count: number): Promise<void> {
      wanted = heard + count;
      return new Promise((done) => enough = done);
    },
    close: () => sockets.forEach((socket) => socket.close()),
  };
}

/** Messages that a second of the server's processor time brings to clients. */
async function round(server: Measured, clients: Awaited<ReturnType<typeof listeners>>): Promise<number> {
  const before = cpuSeconds(server.pid);
  const told = clients.hear(CLIENTS * MESSAGES);
  // In portions, as the world speaks: a queue past the limit would drop clients that are only busy.
  for (let n = 0; n < MESSAGES; n += 20) {
    await (await fetch(`${server.url}/say?n=20&bytes=${BYTES}`)).body?.cancel();
  }
  await told;
  return CLIENTS * MESSAGES / (cpuSeconds(server.pid) - before);
}

/** Telling 1,000 clients, each with a box of its own, against a bare loop over sockets in the same runtime. */
const fanOut = async (): Promise<Row[]> => {
  const bare = await start("tools/bench/bare_room.ts", [], {});
  const ours = await start("tools/bench/gateway_room.ts", [], {});
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const [theirClients, ourClients] = [await listeners(bare.url, false), await listeners(ours.url, true)];
  await new Promise((done) => setTimeout(done, 500));
  for (let n = 0; n < 6; n++) {
    const [theirs, own] = [await round(bare, theirClients), await round(ours, ourClients)];
    if (n > 0) {
      rates.bare.push(theirs);
      rates.ours.push(own);
    }
  }
  await Promise.all([bare.stop(), ours.stop()]);
  for (const clients of [theirClients, ourClients]) clients.close();
  return [{
    budget: "WebSocket fan-out, 1,000 clients / bare",
    measured: median(rates.ours),
    against: median(rates.bare),
    unit: "/cpu s",
    least: 0.9,
  }];
};

export const live: Record<string, () => Promise<Row[]>> = { "fan-out": fanOut };
