/**
 * Keeps the spots of the chosen sources fresh: asks a source when its last answer is older than the time to live
 * and somebody wants spots. When a source is down only its own spots are missing, and it is not asked for a while.
 */
import { isRecent, type World } from "../../base/mod.ts";
import { listenToCluster } from "./cluster.ts";
import { fetchGma, fetchPota, fetchPskReporter, fetchSota, Summits } from "./http_sources.ts";
import { type RawSpot, type Spot, spotOf, type SpotSource, thin } from "./spot.ts";

/** Seconds that a source wants between two calls, whatever the time to live says. */
const COURTESY_S: Record<SpotSource, number> = {
  pota: 60,
  sota: 60,
  gma: 60,
  pskreporter: 300,
  dxcluster: 120,
  rbn: 120,
};
/** After a failure a source rests this long. */
const REST_S = 300;
/** Spots older than this are of no use to anybody. */
const SPOT_LIFE_S = 3600;
const SPOTS_MAX = 2000;
const LISTEN_MS = 15_000;

export interface SpotConfig {
  enabled: boolean;
  sources: readonly SpotSource[];
  ttlSec: number;
  /** `host:port` of the cluster and of the reverse beacon network. */
  clusters: { dxcluster?: string; rbn?: string };
  /** The call with which clusters are entered; without one they are not. */
  login?: string;
  /** How long a cluster is listened to, in milliseconds. */
  listenMs?: number;
  /** Who asks, as User-Agent. */
  agent: string;
}

interface SpotAnswer {
  enabled: boolean;
  /** Newest answer of any source; null before the first. */
  fetchedAt: number | null;
  spots: Spot[];
  /** Sources whose last call failed, and since when. */
  down: { source: SpotSource; since: number }[];
}

interface Kept {
  spots: Spot[];
  askedAt: number;
  fetchedAt?: number;
  downSince?: number;
  underWay?: Promise<void>;
}

export class SpotKeeper {
  private readonly kept = new Map<SpotSource, Kept>();
  private readonly summits = new Summits();

  constructor(private readonly world: World, private readonly config: () => SpotConfig) {}

  /** The spots now. Waits for sources that were never asked, at most `waitMs`; others are refreshed behind the answer. */
  async read(waitMs = 2000): Promise<SpotAnswer> {
    const config = this.config();
    if (!config.enabled) return { enabled: false, fetchedAt: null, spots: [], down: [] };
    const first: Promise<void>[] = [];
    for (const source of config.sources) {
      const kept = this.kept.get(source) ?? { spots: [], askedAt: -Infinity };
      this.kept.set(source, kept);
      const fresh = this.refresh(source, kept, config);
      if (fresh && kept.fetchedAt === undefined) first.push(fresh);
    }
    if (first.length > 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([Promise.all(first), new Promise<void>((done) => timer = setTimeout(done, waitMs))]);
      clearTimeout(timer);
    }
    const now = this.world.now();
    const chosen = config.sources.map((source) => [source, this.kept.get(source)!] as const);
    const spots = chosen.flatMap(([, kept]) =>
      kept.spots.filter((spot) => spot.spottedAt > now - SPOT_LIFE_S)
    );
    const times = chosen.flatMap(([, kept]) => kept.fetchedAt === undefined ? [] : [kept.fetchedAt]);
    return {
      enabled: true,
      fetchedAt: times.length ? Math.max(...times) : null,
      spots: thin(spots, SPOTS_MAX),
      down: chosen.flatMap(([source, kept]) =>
        kept.downSince === undefined ? [] : [{ source, since: kept.downSince }]
      ),
    };
  }

  /** Waits until no source is being asked. */
  async settled(): Promise<void> {
    await Promise.all([...this.kept.values()].map((kept) => kept.underWay));
  }

  private refresh(source: SpotSource, kept: Kept, config: SpotConfig): Promise<void> | undefined {
    if (kept.underWay) return kept.underWay;
    const now = this.world.now();
    const pause = kept.downSince === undefined ? Math.max(config.ttlSec, COURTESY_S[source]) : REST_S;
    if (isRecent(kept.askedAt, now, pause)) return undefined;
    kept.askedAt = now;
    kept.underWay = this.ask(source, config).then((raws) => {
      const at = this.world.now();
      kept.spots = raws.flatMap((raw) => spotOf(source, raw, at) ?? []);
      kept.fetchedAt = at;
      kept.downSince = undefined;
    }, (reason) => {
      kept.downSince ??= this.world.now();
      this.world.log.info("spot source {source} is down: {reason}", { source, reason: String(reason) });
    }).finally(() => kept.underWay = undefined);
    return kept.underWay;
  }

  private ask(source: SpotSource, config: SpotConfig): Promise<RawSpot[]> {
    switch (source) {
      case "pota":
        return fetchPota(this.world, config.agent);
      case "sota":
        return fetchSota(this.world, config.agent, this.summits);
      case "gma":
        return fetchGma(this.world, config.agent);
      case "pskreporter":
        return fetchPskReporter(this.world, config.agent);
      case "dxcluster":
      case "rbn":
        return this.listen(source, config);
    }
  }

  private async listen(source: "dxcluster" | "rbn", config: SpotConfig): Promise<RawSpot[]> {
    const address = /^([^:\s]+):(\d{1,5})$/.exec(config.clusters[source] ?? "");
    if (!address) throw new Error("no host:port is set for it");
    if (!config.login) throw new Error("no call is set to log in with");
    return await listenToCluster(this.world, {
      host: address[1]!,
      port: Number(address[2]),
      login: config.login,
      ask: source === "dxcluster" ? "sh/dx 50" : undefined,
      listenMs: config.listenMs ?? LISTEN_MS,
      most: SPOTS_MAX,
    });
  }
}
