/** Records by origin: summary and origin pages, how far they are held, and what is missing (FED "Public federation", "Marks"). */
import { isSequenceKind, type SequenceKind } from "../../wire/mod.ts";
import type { Clause } from "../clause.ts";
import { type Probe, seen, Untried, want } from "../probe.ts";
import { descriptorOf, ownFrame, pageOf } from "./federation.ts";

const PUBLIC = 'FED "Public federation"';
const GAPS = 200, ORIGINS_MOST = 100, LIMIT = 500;

interface Entry {
  origin: string;
  held?: Record<string, number>;
  top: Record<string, number>;
}

const summaryOf = (probe: Probe): Promise<Entry[]> =>
  probe.once("summary", async () => {
    const { capabilities } = await descriptorOf(probe);
    if (!capabilities.includes("sync-origins")) throw new Untried("the instance passes no origins on");
    const answer = await probe.get("/federation/sync/summary");
    want(answer.status === 200 && Array.isArray(answer.json?.origins), seen(answer));
    return answer.json.origins;
  });

const originPage = async (probe: Probe, origin: string, kind: string, since = 0, limit = LIMIT) =>
  pageOf(
    await probe.get(`/federation/sync/origin?origin=${origin}&kind=${kind}&since=${since}&limit=${limit}`),
    limit,
  );

/** The instance's own kinds that hold something, else all of them. */
async function ownKinds(probe: Probe): Promise<SequenceKind[]> {
  const { instance } = await descriptorOf(probe);
  const own = (await summaryOf(probe)).find(({ origin }) => origin === instance);
  const kinds = Object.keys(own?.top ?? {}).filter(isSequenceKind);
  return kinds.length > 0 ? kinds : ["cache"];
}

export const ORIGINS: readonly Clause[] = [
  {
    id: "summary",
    of: PUBLIC,
    says: "the summary lists the instance itself, in order of ids, at most 100, and no kind past its top",
    look: async (probe) => {
      const { instance } = await descriptorOf(probe);
      const entries = await summaryOf(probe), ids = entries.map(({ origin }) => origin);
      want(String(ids) === String(ids.toSorted()), `the origins ${ids} are not in order`);
      want(ids.length <= ORIGINS_MOST, `${ids.length} origins`);
      if (ids.length < ORIGINS_MOST) want(ids.includes(instance), "it does not list itself");
      for (const { origin, held = {}, top } of entries) {
        for (const [kind, v] of Object.entries(held)) {
          want(v <= (top[kind] ?? 0), `${origin} ${kind}: held ${v} past the top ${top[kind]}`);
        }
      }
    },
  },
  {
    id: "origin-pages",
    of: PUBLIC,
    says: "own records by origin are the same signed bytes, by number, and crossed nobody",
    look: async (probe) => {
      const descriptor = await descriptorOf(probe);
      for (const kind of await ownKinds(probe)) {
        const page = await originPage(probe, descriptor.instance, kind);
        const versions = page.frames.map((bytes) => ownFrame(bytes, descriptor).v);
        want(String(versions) === String(versions.toSorted((a, b) => a - b)), `${kind}: ${versions}`);
        want(page.hops?.length === page.frames.length, `${kind}: ${page.hops?.length} hops`);
        want(page.hops!.every((hops) => hops === 0), `${kind}: hops ${page.hops}`);
        const limited = await originPage(probe, descriptor.instance, kind, 0, 1);
        want(limited.frames.length <= 1, `${kind}: ${limited.frames.length} with limit=1`);
      }
    },
  },
  {
    id: "marks",
    of: 'FED "Marks"',
    says: "an origin page says how far it is held whole; nothing is left between that and the page's end",
    look: async (probe) => {
      const { instance } = await descriptorOf(probe);
      const own = (await summaryOf(probe)).find(({ origin }) => origin === instance);
      for (const kind of await ownKinds(probe)) {
        const page = await originPage(probe, instance, kind);
        want(typeof page.held === "number", `${kind}: the page does not say held`);
        want(page.held! >= (own?.held?.[kind] ?? 0), `${kind}: held ${page.held}, by the summary more`);
        if (!page.complete) continue;
        const rest = await originPage(probe, instance, kind, Math.min(page.held!, page.nextCursor));
        const missed = rest.frames.length > 0 && page.held! >= page.nextCursor;
        want(!missed, `${kind}: records follow the mark of a complete page`);
      }
    },
  },
  {
    id: "gaps",
    of: 'FED "Gap lifecycle"',
    says: "numbers that a page misses lie inside it, at most 200, and none of them is in it",
    look: async (probe) => {
      const descriptor = await descriptorOf(probe);
      for (const kind of await ownKinds(probe)) {
        const page = await originPage(probe, descriptor.instance, kind);
        const gaps = [...page.gaps ?? [], ...page.hopGaps ?? []];
        want(gaps.length <= GAPS, `${kind}: ${gaps.length} gaps`);
        const outside = gaps.find((gap) => gap < 1 || gap > page.nextCursor);
        want(outside === undefined, `${kind}: the gap ${outside} lies outside of the page`);
        const versions = page.frames.map((bytes) => ownFrame(bytes, descriptor).v);
        const both = gaps.find((gap) => versions.includes(gap));
        want(both === undefined, `${kind}: ${both} is missing and there`);
      }
    },
  },
  {
    id: "origin-absent",
    of: 'FED "Errors"',
    says: "an origin that is not passed on is 404",
    look: async (probe) => {
      await summaryOf(probe);
      const origin = `nobody-${probe.hex(4)}.invalid`;
      const answer = await probe.get(`/federation/sync/origin?origin=${origin}&kind=cache`);
      want(answer.status === 404, seen(answer));
    },
  },
];
