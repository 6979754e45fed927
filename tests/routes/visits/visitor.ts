/** A club that takes visits, a neighbour of its that is made up, and a visitor with a phone. */
import assert from "node:assert/strict";
import { newToken } from "../../../src/base/mod.ts";
import type { GameNeeds, HomeKey, Homes } from "../../../src/caches/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import {
  privateDigest,
  readSigningKey,
  signDocument,
  type SigningKey,
  type VisitDocument,
} from "../../../src/wire/mod.ts";
import type { Client, Reply } from "../../kit/app.ts";
import { CACHE, type GameApp, gameApp } from "../../kit/game.ts";

export const HOME = "oe5.example", VISITOR = "OE5ABC";

export interface Neighbourhood {
  trust: Map<string, "trusted" | "unvetted" | "blocked">;
  /** Under `<home> <key>`. */
  keys: Map<string, HomeKey>;
  signers: Map<string, string[]>;
}

export interface Club extends GameApp, Neighbourhood {
  phone: SigningKey;
  homeKey: SigningKey;
  owner: Client;
  cache: { id: number; code: string; gid: string };
  visit(over?: Partial<VisitDocument>, options?: Signing): Visit;
  post(visit: Visit): Promise<Reply>;
  asked: string[];
}
export type Visit = Record<string, unknown> & { sig: string };
export interface Signing {
  by?: SigningKey;
  beside?: Record<string, unknown>;
  /** Put in after the signature was made. */
  forged?: Record<string, unknown>;
}

export const salt = "c2FsdC1vZi0xNi1ieXRlcw";
let sent = 0;
export const newSentId = (): string => `visit-of-the-tests-${String(++sent).padStart(6, "0")}`;

/** A club with a cache, whose neighbour at oe5.example vouches for the phone of OE5ABC. */
export async function club(
  env: Environment = {},
  over: Record<string, unknown> = {},
  /** What this test gives the game besides. */
  also: Pick<GameNeeds, "bringVisit" | "ownHome"> = {},
): Promise<Club> {
  const trust: Neighbourhood["trust"] = new Map([[HOME, "trusted"]]);
  const keys: Neighbourhood["keys"] = new Map(), signers: Neighbourhood["signers"] = new Map();
  const asked: string[] = [];
  const homes: Homes = {
    trustOf: (home) => trust.get(home),
    keyOf: (home, key) => keys.get(`${home} ${key}`),
    signers: (home) => signers.get(home) ?? [],
  };
  const game = gameApp(env, {
    game: (needs) => ({
      ...also,
      homes,
      events: { ...needs.events!, keyWanted: (home) => void asked.push(home) },
    }),
  });
  const phone = readSigningKey(newToken(game.world))!, homeKey = readSigningKey(newToken(game.world))!;
  const owner = await game.app.signIn("OE1OWN");
  const { id, code } = await game.hide(owner, over);
  const gid =
    game.app.db.sql<{ id: number }, { gid: string }>("SELECT gid FROM cache WHERE id = :id").get({ id })!.gid;
  game.world.pass(1000);
  keys.set(`${HOME} ${phone.publicKey}`, { call: VISITOR, verified: true, addedAt: game.world.now() - 500 });
  signers.set(HOME, [homeKey.publicKey]);
  return {
    ...game,
    ...{ trust, keys, signers, phone, homeKey, owner, asked, cache: { id, code, gid } },
    visit(over = {}, { by = phone, beside, forged } = {}) {
      const document = {
        at: game.world.now() - 60,
        ...{
          cache: gid,
          call: VISITOR,
          home: HOME,
          instance: "localhost",
          key: by.publicKey,
          kind: "found" as const,
        },
        ...(beside && { priv: privateDigest(beside)! }),
        sentId: newSentId(),
        text: "Greetings from Linz",
        ...over,
      };
      const sig = signDocument("svc-visit/1", document, by);
      return { ...document, sig, ...(beside && { private: beside }), ...forged };
    },
    post: (visit) => game.app.visitor.post("/federation/visits", visit),
  };
}

/** Stands at the cache. */
export const here = { lat: CACHE.lat, lon: CACHE.lon, accuracyM: 10, salt };

/** Logs as the visitor and gives the answer, which is 201. */
export async function taken(
  club: Club,
  over: Partial<VisitDocument> = {},
  options: Signing = { beside: here },
) {
  const visit = club.visit(over, options), reply = await club.post(visit);
  assert.equal(reply.status, 201, reply.text);
  return { visit, reply, id: reply.body.visit as string };
}
