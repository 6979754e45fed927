/** A box of OE1BOX with one radio that the test is, paired to its verified owner: commands go in, frames come out. */
import assert from "node:assert/strict";
import {
  decodeFrame,
  encodeFrame,
  encodeKiss,
  encodeTnc2,
  isUnreadable,
  KissReader,
} from "../../src/aprs/mod.ts";
import type { BoxFile } from "../../src/box/config/box_file.ts";
import { commanding } from "../../src/box/services/commands.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { reporting } from "../../src/box/services/report.ts";
import type { Client } from "./app.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "./box.ts";
import { withFolder } from "./server.ts";

const SERVICES = () => [gateWatch, commanding(50), reporting("test", 100)];

export interface Station {
  gateway: ReturnType<typeof listeningApp>;
  tnc: ReturnType<typeof testTnc>;
  box: ReturnType<typeof runBox>;
  owner: Client;
  dir: string;
  /** Monitor lines that went to the radio. */
  onAir(): string[];
  hears(source: string, info: string): Promise<void>;
  /** Queues a command; what came of it. */
  command(body: Record<string, unknown>): Promise<{ status: string; result: string }>;
  /** The same for one that is in the queue already, whatever the gateway would have said of it. */
  queued(
    row: { call?: string; kind: string; payload: unknown; ageS?: number },
  ): Promise<{ status: string; result: string }>;
  /** The same for the gateway's own words, which members cannot queue. */
  answer(payload: Record<string, string>): Promise<{ status: string; result: string }>;
}

/** A box of OE1BOX with one radio, paired to its verified owner. */
export function station(
  name: string,
  file: Partial<BoxFile>,
  test: (station: Station) => Promise<void>,
): void {
  Deno.test(name, () =>
    withFolder(async (dir) => {
      const gateway = listeningApp(), tnc = testTnc();
      const { app } = gateway;
      await makeBox(dir, gateway, { connections: [`${tnc.address}?site=OE1BOX-10&tx=on`], ...file });
      const owner = await app.signIn("OE1BOX");
      const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
      assert.equal((await owner.post("/api/box/attic/claim", { code })).status, 200);
      const box = runBox(dir, { services: SERVICES() });
      const settledOf = (id: number) =>
        until("an acknowledged command", () => {
          const row = app.db.sql<{ id: number }, { status: string; result: string }>(
            "SELECT status, result FROM box_command WHERE id = :id AND acked_at IS NOT NULL",
          ).get({ id });
          return row && { ...row };
        });
      const queued: Station["queued"] = async ({ call, kind, payload, ageS = 0 }) => {
        const id = await app.db.write((tx) => {
          app.db.sql<Record<string, string | number | null>>(
            `INSERT INTO box_command (box, call, kind, payload, status, created_at)
             VALUES ('attic', :call, :kind, :payload, 'queued', :at)`,
          ).run(tx, {
            call: call ?? null,
            kind,
            payload: JSON.stringify(payload),
            at: app.world.now() - ageS,
          });
          return app.db.sql<never, { id: number }>("SELECT max(id) AS id FROM box_command").get()!.id;
        });
        return await settledOf(id);
      };
      try {
        await until("the TNC's client", () => tnc.clients.size === 1);
        await test({
          gateway,
          tnc,
          box,
          owner,
          dir,
          onAir() {
            const reader = new KissReader();
            return tnc.received.flatMap((bytes) => reader.push(bytes)).map(({ data }) => {
              const packet = decodeFrame(data);
              return isUnreadable(packet) ? packet.unreadable : encodeTnc2(packet);
            });
          },
          hears: (source, info) =>
            tnc.hears(encodeKiss(encodeFrame({ source, destination: "APRS", path: [], info })!)),
          async command(body) {
            const queued = await owner.post("/api/box/attic/command", body);
            assert.equal(queued.status, 201, queued.text);
            return await settledOf(queued.body.id);
          },
          queued,
          answer: (payload) => queued({ kind: "aprs_msg", payload }),
        });
      } finally {
        await box.stop();
        await tnc.close();
        await gateway.close();
      }
    }));
}
