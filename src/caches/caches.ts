/** The game as other areas use it. */
import type { Box, Place } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import { cacheDetail } from "./views/detail.ts";
import type { PeerVerdict } from "./finds/evidence.ts";
import { Game, type GameParts, NOBODY, type Viewer } from "./game.ts";
import { hidesLeft, stationHeard } from "./hiding/hide.ts";
import { type GameItem, gameItem, itemsOf, removeItem, restoreCache } from "./people/moderate.ts";
import { cacheApplier, findApplier } from "./exchange/mirrors.ts";
import { cachesNear, type OwnPosition, tellNear } from "./radio/near.ts";
import { radioWords } from "./radio/obey_radio.ts";
import type { RadioWord } from "./ports.ts";
import { callLost, erasePerson, exportPerson } from "./people/person.ts";
import { liftFind, type LogInput, writeLog } from "./finds/write_log.ts";

export class Caches {
  readonly game: Game;

  constructor(parts: GameParts) {
    this.game = new Game(parts);
  }

  /** Lets go of what it holds open. */
  close = (): void => this.game.archive.close();

  /** Stations reported their own positions: living caches move, and stations may be told of a cache nearby. */
  async heard(positions: readonly OwnPosition[]): Promise<void> {
    const { game } = this;
    const telling = positions.filter(({ call }) =>
      game.interest.follows(call) || game.interest.wantsNear(call)
    );
    if (telling.length === 0) return;
    await game.db.write((tx) => {
      for (const position of telling) {
        stationHeard(game, tx, position);
        tellNear(game, tx, position);
      }
    });
  }
  /** Whether every position of this call is worth keeping: a living cache follows it, or a command of it waits. */
  follows = (call: string): boolean =>
    this.game.caches.byStation(call).length > 0 || this.game.commands.isWaiting(call);
  /** Words of messages to the service call that the game obeys. */
  words = (): Record<string, RadioWord> => radioWords(this.game);
  /** Active caches within a radius, the nearest first: prompts of the live channel. */
  near = (at: Place, radiusM: number) =>
    cachesNear(this.game, at, radiusM).map(({ cache, distanceM }) => ({
      cacheId: cache.id,
      code: cache.code,
      title: cache.title,
      distanceM: Math.round(distanceM),
    }));
  /** Logs as a person; throws the refusals of the game. */
  log = (input: LogInput) => writeLog(this.game, input);
  /** Peers answered later. */
  corroborated = (tx: Tx, logId: number, peers: PeerVerdict): boolean =>
    liftFind(this.game, tx, logId, peers);

  /** Caches on the map, inside the box when there is one; at most `limit`. */
  listed(box: Box | undefined, limit: number) {
    const world: Box = { minLon: -180, minLat: -90, maxLon: 180, maxLat: 90 };
    return this.game.caches.listedIn(this.game.map.ids(box ?? world, limit))
      .map(({ code, title, type, status, lat, lon, updatedAt }) => ({
        code,
        title,
        type,
        status,
        lat: lat!,
        lon: lon!,
        updatedAt,
      }));
  }
  /** One cache by number, code or global id, as a viewer sees it. Throws 404 or 410. */
  detail = (ref: string, viewer: Viewer = NOBODY) => cacheDetail(this.game, ref, viewer);
  hidesLeft = (account: number, operator: boolean) => hidesLeft(this.game, account, operator);
  /** Tier A finds that a site or box made since a time. */
  attestedFinds = (of: { site?: string; box?: string }, since: number) =>
    this.game.logs.attestedBy(of, since);
  /** Living caches that follow these calls. */
  livingOf = (call: string) =>
    this.game.caches.byStation(call).filter((row) => row.status !== "archived" && row.removedAt === null)
      .map(({ id, code, title }) => ({ id, code, title }));

  /** Appliers of other instances' records. */
  appliers = () => ({ cache: cacheApplier(this.game), find: findApplier(this.game) });

  item = (kind: GameItem["kind"], id: string): GameItem | undefined => gameItem(this.game, kind, id);
  itemsOf = (account: number): GameItem[] => itemsOf(this.game, account);
  remove = (tx: Tx, kind: GameItem["kind"], id: string, reason: string): number =>
    removeItem(this.game, tx, kind, id, reason);
  restore = (tx: Tx, id: string): void => restoreCache(this.game, tx, id);

  exportPerson = (account: number) => exportPerson(this.game, account);
  erasePerson = (tx: Tx, account: number) => erasePerson(this.game, tx, account);
  callLost = (tx: Tx, account: number, base: string, other: string | null): void =>
    callLost(this.game, tx, account, base, other);
}
