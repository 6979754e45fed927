/** Fetching a pack part by part: what is left out, what ends the run, what stays and goes, and what it says of its size. */
import assert from "node:assert/strict";
import { grow, type Room } from "../../src/client/phone/packs/grow.ts";
import type { Pack, PackedCache } from "../../src/client/phone/packs/pack.ts";
import type { Answered, Bytes } from "../../src/client/phone/ask.ts";

const GRID = "JN88", LISTS = "/api/caches/AB1/stages", SOUND = "/api/media/cache/1/stage/";
const image = (name: string, bytes: number) => ({
  kind: "image" as const,
  title: "",
  url: `/api/media/${name}`,
  bytes,
});
const cache = (given: Partial<PackedCache>) =>
  ({ id: 1, code: "AB1", images: [], stages: [], ...given }) as Partial<PackedCache> as PackedCache;
const PHOTOS = cache({ images: [image("a", 900), image("b", 500)] });
const HEARD = cache({ stages: [{ n: 1, unlock: "audio", soundBytes: 70 }] });
const PACK: Pack = {
  ...{ grid: GRID, instance: "a.example", etag: "e", builtAt: 1, checkedAt: 1, images: "all", sounds: false },
  ...{ map: false, count: 1, bytes: { caches: 10, images: 0, map: 0 }, total: 0, whole: false },
};

const file = (text = "x", etag: string | null = null): Answered<Bytes> => {
  const bytes = new TextEncoder().encode(text).buffer;
  return { ok: true, status: 200, value: { bytes, type: "t", etag } };
};
const stages = (...mediaUrls: (string | null)[]) =>
  file(JSON.stringify({ stages: mediaUrls.map((mediaUrl) => ({ mediaUrl })) }));
const refusal = (status: number): Answered<Bytes> => ({
  ...{ ok: false, refused: true, status, reason: `http_${status}`, sentence: "" },
});
const SILENCE: Answered<Bytes> = { ok: false, refused: false };

/** A phone with a made gateway: what is not among the answers is a file of one byte. */
class Phone implements Room {
  readonly asked: string[] = [];
  readonly parts: Set<string>;
  readonly ranges = new Set<number>();
  readonly sizes: number[] = [];
  pack: Pack | undefined;
  removed = false;
  /** So many parts fit. */
  space = Infinity;
  /** So many parts may be fetched before the phone leaves its Wi-Fi. */
  may = Infinity;

  constructor(
    pack: Partial<Pack>,
    readonly caches: PackedCache[],
    readonly answers: Record<string, Answered<Bytes>> = {},
    here: string[] = [],
  ) {
    this.pack = { ...PACK, ...pack };
    this.parts = new Set(here);
  }

  told = (bytes: number) => void this.sizes.push(bytes);
  mayGo = () => this.may-- > 0;
  gateway = {
    bytes: (name: string, range?: readonly [number, number]) => {
      this.asked.push(range ? `${range[0]}-${range[1]}` : name);
      return Promise.resolve(this.answers[range ? `${range[0]}` : name] ?? file("x", range && "map"));
    },
  };
  #keep<T>(set: Set<T>, one: T): Promise<void> {
    if (this.space-- <= 0) return Promise.reject(new DOMException("full", "QuotaExceededError"));
    return Promise.resolve(void set.add(one));
  }
  storage: Room["storage"] = {
    caches: () => Promise.resolve(this.caches),
    partNames: () => Promise.resolve(new Set(this.parts)),
    putPart: ({ name }) => this.#keep(this.parts, name),
    dropParts: (_grid, names) => Promise.resolve(names.forEach((name) => this.parts.delete(name))),
    rangeStarts: () => Promise.resolve(new Set(this.ranges)),
    putRange: ({ from }) => this.#keep(this.ranges, from),
    dropRanges: () => Promise.resolve(this.ranges.clear()),
    change: (_grid, change) => Promise.resolve(this.pack &&= change(this.pack)),
    remove: () => Promise.resolve(void (this.removed = true)),
  };
  /** Fetches for the pack as it stood at first, also where it was removed since. */
  grow = (pack = this.pack!) => grow(this, pack);
}

Deno.test("a download stops between two parts as soon as the phone has left its Wi-Fi, and goes on from there", async () => {
  const phone = new Phone({}, [PHOTOS]);
  phone.may = 1;
  assert.equal(await phone.grow(), "waits");
  assert.deepEqual([phone.asked, [...phone.parts]], [["/api/media/a"], ["/api/media/a"]]);
  assert.equal(phone.pack?.whole, false);
  phone.may = 1;
  assert.equal(await phone.grow(), "whole");
  assert.deepEqual(phone.asked, ["/api/media/a", "/api/media/b"]);
  assert.deepEqual(phone.sizes, [10, 910], "what was here already counts");
  assert.deepEqual([phone.pack?.whole, phone.pack?.bytes], [true, {
    ...{ caches: 10, images: 1400, sounds: 0, map: 0 },
  }]);
});

Deno.test("a photo that is gone is left out; any other refusal and silence end the run, and what came before stays", async () => {
  for (const status of [404, 410]) {
    const phone = new Phone({}, [PHOTOS], { "/api/media/a": refusal(status) });
    assert.equal(await phone.grow(), "whole", `${status}`);
    assert.deepEqual([...phone.parts], ["/api/media/b"]);
  }
  for (const status of [403, 429, 503]) {
    const phone = new Phone({}, [PHOTOS], { "/api/media/b": refusal(status) });
    assert.deepEqual(await phone.grow(), refusal(status));
    assert.deepEqual([[...phone.parts], phone.pack?.whole], [["/api/media/a"], false]);
  }
  const phone = new Phone({}, [PHOTOS], { "/api/media/b": SILENCE });
  assert.equal(await phone.grow(), "unreachable");
  assert.deepEqual([[...phone.parts], phone.pack?.whole], [["/api/media/a"], false]);
});

Deno.test("sounds: each is fetched once, one that was replaced goes, and without leave none is asked for", async () => {
  const phone = new Phone(
    { images: "none", sounds: true },
    [HEARD],
    { [LISTS]: stages(`${SOUND}new`, null, `${SOUND}here`) },
    [`${SOUND}here`, `${SOUND}old`, "/api/media/a"],
  );
  assert.equal(await phone.grow(), "whole");
  assert.deepEqual(phone.asked, [LISTS, `${SOUND}new`]);
  assert.deepEqual([...phone.parts].sort(), [LISTS, `${SOUND}here`, `${SOUND}new`]);
  assert.equal(phone.pack?.bytes.sounds, 70);
  const waits = new Phone({ sounds: true }, [HEARD]);
  waits.may = 0;
  assert.deepEqual([await waits.grow(), waits.asked], ["waits", []]);
  // A pack that takes none any more: sounds and their list go, photos stay.
  const none = new Phone({}, [HEARD, PHOTOS], {}, [LISTS, `${SOUND}here`, "/api/media/a", "/api/media/b"]);
  assert.equal(await none.grow(), "whole");
  assert.deepEqual([none.asked, [...none.parts]], [[], ["/api/media/a", "/api/media/b"]]);
});

Deno.test("a list of stages or a sound that is gone is left out; where another refusal or no answer comes, the sounds that are here stay", async () => {
  const taken = async (answers: Record<string, Answered<Bytes>>) => {
    const phone = new Phone({ sounds: true }, [HEARD], answers, [`${SOUND}here`]);
    return [await phone.grow(), [...phone.parts].sort()];
  };
  for (const status of [404, 410]) {
    assert.deepEqual(await taken({ [LISTS]: refusal(status) }), ["whole", []]);
  }
  const both = stages(`${SOUND}a`, `${SOUND}b`);
  assert.deepEqual(await taken({ [LISTS]: both, [`${SOUND}a`]: refusal(404) }), ["whole", [
    LISTS,
    `${SOUND}b`,
  ]]);
  for (const status of [403, 429, 503]) {
    assert.deepEqual(await taken({ [LISTS]: refusal(status) }), [refusal(status), [`${SOUND}here`]]);
    assert.deepEqual(await taken({ [LISTS]: both, [`${SOUND}a`]: refusal(status) }), [
      refusal(status),
      [LISTS, `${SOUND}here`],
    ]);
  }
  assert.deepEqual(await taken({ [LISTS]: SILENCE }), ["unreachable", [`${SOUND}here`]]);
  assert.deepEqual(await taken({ [LISTS]: both, [`${SOUND}a`]: SILENCE }), [
    "unreachable",
    [LISTS, `${SOUND}here`],
  ]);
});

Deno.test("the map: ranges that are lacking, of one archive alone; one that was replaced leaves the pack without a map", async () => {
  const archive = { etag: "map", ranges: [[0, 9], [20, 24]] } as const;
  const phone = new Phone({ map: true, archive }, []);
  phone.ranges.add(0);
  assert.equal(await phone.grow(), "whole");
  assert.deepEqual([phone.asked, [...phone.ranges], phone.sizes], [["20-24"], [0, 20], [20]]);
  assert.deepEqual(phone.pack?.bytes, { caches: 10, images: 0, sounds: 0, map: 15 });

  const replaced = new Phone({ map: true, archive }, [], { 20: file("x", "another") });
  assert.equal(await replaced.grow(), "whole");
  assert.equal(replaced.ranges.size, 0);
  assert.deepEqual([replaced.pack?.map, replaced.pack?.archive, replaced.pack?.whole], [
    false,
    undefined,
    true,
  ]);

  for (const [answer, told] of [[refusal(503), refusal(503)], [SILENCE, "unreachable"]] as const) {
    const cut = new Phone({ map: true, archive }, [], { 20: answer });
    assert.deepEqual(await cut.grow(), told);
    assert.deepEqual([[...cut.ranges], cut.pack?.whole, cut.pack?.map], [[0], false, true]);
  }
  const waits = new Phone({ map: true, archive }, []);
  waits.may = 1;
  assert.deepEqual([await waits.grow(), [...waits.ranges]], ["waits", [0]]);
});

Deno.test("a phone that is full says so; what arrives for a pack that was removed meanwhile is deleted", async () => {
  const full = new Phone({}, [PHOTOS]);
  full.space = 1;
  assert.deepEqual([await full.grow(), [...full.parts], full.pack?.whole], ["full", ["/api/media/a"], false]);
  const gone = new Phone({}, [PHOTOS]), pack = gone.pack;
  gone.pack = undefined;
  assert.deepEqual([await gone.grow(pack), gone.removed], ["whole", true]);
  const kept = new Phone({}, [PHOTOS]);
  assert.deepEqual([await kept.grow(), kept.removed], ["whole", false]);
});
