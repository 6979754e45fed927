/** The program with ears that tests own: who was heard where, what went out by radio, what was published. */
import type { Sentence } from "../../src/base/mod.ts";
import type { Tx } from "../../src/db/mod.ts";
import type {
  Corroborator,
  Fix,
  GameAlert,
  GameNeeds,
  HeardCommand,
  Hearing,
  MailOut,
  OwnStation,
  RadioOut,
  Stations,
} from "../../src/caches/mod.ts";
import type { Environment } from "../../src/settings/mod.ts";
import { type Client, type TestApp, testApp } from "./app.ts";
import { type TestWorld, testWorld } from "./world.ts";

export const CACHE = { lat: 48.2, lon: 16.3 };
/** A place so many metres north of another. */
export const north = (metres: number, from = CACHE) => ({ lat: from.lat + metres / 111_195, lon: from.lon });

export interface GameApp {
  app: TestApp;
  world: TestWorld;
  /** What stations heard, in any order. */
  fixes: Fix[];
  /** Stations of members, by account. */
  stations: Map<number, OwnStation[]>;
  sent: { to: string; text: string; number: string }[];
  announced: { call: string; code: string; tier: string }[];
  mail: { from: string; to: string; text: string }[];
  alerts: GameAlert[];
  /** Finds of Tier A that something speaks against. */
  contradicted: { log: number; call: string; reason: string; said: Sentence }[];
  told: string[];
  published: { kind: string; gid: string; v: number; body: Record<string, unknown> }[];
  withdrawn: { gid: string; bounded: boolean }[];
  /** Hides a cache as somebody and gives it. */
  hide(
    by: Client,
    over?: Record<string, unknown>,
  ): Promise<{ id: number; code: string; [field: string]: unknown }>;
  /** A member hears nothing: puts a fix of a call at a place, heard directly by a trusted site unless told otherwise. */
  heard(call: string, over?: Partial<Fix>, hearing?: Partial<Hearing>): void;
  /** A message to the service call. */
  message(
    from: string,
    text: string,
    over?: Partial<HeardCommand>,
  ): Promise<{ status: string; reply?: string }>;
  account(call: string): number;
  close(): void;
}

/** The rest of a corroborator whose peers have nothing to say. */
export const silent = {
  keep: () => {},
  said: () => [],
  verdict: () => undefined,
  forget: () => {},
} satisfies Partial<Corroborator>;

let messages = 0;

/** A game over a fresh program. */
export function gameApp(
  env: Environment = {},
  options: {
    corroborator?: Corroborator;
    seed?: string;
    /** What this test gives the game in place of anything else. */
    game?(needs: GameNeeds): Partial<GameNeeds>;
  } = {},
): GameApp {
  const world = testWorld(options.seed ?? "game");
  const kit: Omit<GameApp, "app" | "hide" | "message" | "account" | "close"> = {
    world,
    fixes: [],
    stations: new Map(),
    sent: [],
    announced: [],
    mail: [],
    alerts: [],
    contradicted: [],
    told: [],
    published: [],
    withdrawn: [],
    heard(call, over = {}, hearing = {}) {
      const at = over.at ?? world.now() - 60;
      kit.fixes.push({
        call,
        at,
        ...north(30),
        ambiguityM: 0,
        via: "rf",
        port: "kiss",
        direct: true,
        hearings: [{
          site: "OE1XYZ-10",
          deliveredBy: { kind: "secret" },
          trusted: true,
          radioPort: true,
          direct: true,
          at,
          ...hearing,
        }],
        commanded: false,
        signedByDevice: false,
        ...over,
      });
    },
  };
  const stations: Stations = {
    fixes: (bases, from, to) =>
      kit.fixes.filter((fix) => bases.includes(fix.call.split("-")[0]!) && fix.at >= from && fix.at <= to)
        .sort((a, b) => b.at - a.at).slice(0, 500),
    ownedBy: (account) => kit.stations.get(account) ?? [],
  };
  const radio: RadioOut = {
    send: (_tx, message) => kit.sent.push(message),
    announce: (_tx, { call, code, tier }) => kit.announced.push({ call, code, tier }),
  };
  const mail: MailOut = { hold: (_tx, { from, to, text }) => kit.mail.push({ from, to, text }) };
  const versions = new Map<string, number>();
  let gids = 0;
  const owned: Partial<GameNeeds> = {
    stations,
    radio,
    mail,
    corroborator: options.corroborator,
    events: {
      find: (find: { code: string; tier: string | null }) => kit.told.push(`find ${find.code} ${find.tier}`),
      cache: (cache: { code: string; status: string }) =>
        kit.told.push(`cache ${cache.code} ${cache.status}`),
      appeared: () => {},
      alert: (_tx: Tx, alert: GameAlert) => kit.alerts.push(alert),
      contradicted: (_tx: Tx, find: (typeof kit.contradicted)[number]) => kit.contradicted.push(find),
      keyWanted: () => {},
      visitorGone: () => {},
      findHeard: () => {},
    },
    publications: {
      publish(_tx: Tx, kind: string, body: Record<string, unknown>, gid = `localhost:${kind}:${++gids}`) {
        const v = (versions.get(gid) ?? 0) + 1;
        versions.set(gid, v);
        kit.published.push({ kind, gid, v, body });
        return { gid, v };
      },
      withdraw(_tx: Tx, gid: string, { bounded }: { bounded: boolean }) {
        kit.withdrawn.push({ gid, bounded });
        return 1;
      },
    },
  };
  const app = testApp(env, {
    world,
    also: { game: (needs) => ({ ...needs, ...owned, ...options.game?.(needs) }) },
  });
  return {
    ...kit,
    app,
    async hide(by, over = {}) {
      const made = await by.post("/api/caches", { title: "Old mill", ...CACHE, ...over });
      if (made.status !== 201) throw new Error(`hiding failed: ${made.text}`);
      return made.body;
    },
    message(from, text, over = {}) {
      const [word = "", ...rest] = text.split(" ");
      const command: HeardCommand = {
        id: ++messages,
        from,
        word: word.toUpperCase(),
        text: rest.join(" "),
        at: world.now(),
        attested: true,
        ...over,
      };
      const words = app.caches.words();
      return app.db.write((tx) => words[command.word]!.handle(tx, command));
    },
    account: (call) => app.accounts.holder(call)!.accountId,
    close: () => app.close(),
  };
}
