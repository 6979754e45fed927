/** Opens a list of areas: the order in which they need each other, what each keeps, and what they are mounted with. */
import type { Listeners, Living } from "../base/mod.ts";
import type { ModeratedKind } from "../db/mod.ts";
import type { Route } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { Area } from "./area.ts";
import type { PersonalData } from "./personal_data.ts";

/** What all areas give, in the order of the list, for those that show or do it: to be asked when all are open. */
export interface Gathered<Check = unknown> {
  routes(): readonly Route[];
  jobs(): readonly Job[];
  checks(): readonly Check[];
  data(): readonly PersonalData[];
  moderated(): readonly ModeratedKind[];
  lives(): readonly Living[];
}

interface OpenedAreas<Kept, Happenings> {
  /** Everything that areas keep, by name. */
  readonly kept: Kept;
  /** Who hears of what, in the order of the list. */
  readonly listeners: Listeners<Happenings>;
  close(): void;
}

/**
 * Opens all areas over what is given. `happenings`: the names of all events. Throws where somebody needs what nobody
 * keeps, two keep the same, somebody hears what nobody tells, or areas need each other in a circle.
 */
export function openAll<Kept extends object, Happenings extends object, Check>(
  areas: readonly Area<Kept, Happenings, Check>[],
  given: Omit<Partial<Kept>, "gathered">,
  happenings: readonly (keyof Happenings & string)[],
): OpenedAreas<Kept, Happenings> {
  const gathered = gather<Kept, Check>(areas, (one) => partsOf(one));
  const kept: Record<string, unknown> = { ...given, gathered };
  const partsOf = ({ needs, asks = [], keeps = {} }: Area<Kept, Happenings, Check>): Kept =>
    Object.fromEntries(
      [...needs, ...asks, ...Object.keys(keeps)].map((name) => [name, kept[name]]),
    ) as Kept;

  for (const one of inOrder(areas, Object.keys(kept), happenings)) {
    const { name, needs, asks = [], keeps = {} } = one;
    const needed = Object.fromEntries(needs.map((need) => [need, kept[need]])) as Record<string, unknown>;
    const others = {};
    for (const ask of asks) {
      Object.defineProperty(others, ask, {
        get() {
          if (!(ask in kept)) throw new TypeError(`${name} asks for ${ask} before it is there`);
          return kept[ask];
        },
      });
    }
    for (const [thing, make] of Object.entries(keeps)) {
      kept[thing] = needed[thing] = make(needed as Kept, others as Kept);
    }
  }
  const hears = areas.flatMap((one) => one.hears ? [[one.hears, partsOf(one)] as const] : []);
  return {
    kept: kept as Kept,
    listeners: Object.fromEntries(happenings.map((name) => [
      name,
      hears.flatMap(([heard, parts]) => {
        const hear = heard[name];
        return hear ? [(event: Happenings[typeof name]) => hear(parts, event)] : [];
      }),
    ])) as unknown as Listeners<Happenings>,
    close() {
      for (const one of areas.toReversed()) one.close?.(partsOf(one));
    },
  };
}

/** What areas give is asked of them once, when it is first wanted; how services do, each time. */
function gather<Kept, Check>(
  areas: readonly Area<Kept, unknown, Check>[],
  partsOf: (area: Area<Kept, unknown, Check>) => Kept,
): Gathered<Check> {
  const once = <Thing>(
    give: (area: Area<Kept, unknown, Check>) => ((parts: Kept) => readonly Thing[]) | undefined,
  ) => {
    let all: Thing[] | undefined;
    return (): readonly Thing[] => {
      if (all) return all;
      // Those who list what all give may ask while it is gathered, and read it later.
      all = [];
      for (const one of areas) all.push(...give(one)?.(partsOf(one)) ?? []);
      return all;
    };
  };
  return {
    routes: once(({ routes }) => routes),
    jobs: once(({ jobs }) => jobs),
    checks: once(({ checks }) => checks),
    data: once(({ data }) => data && ((parts) => [data(parts)])),
    moderated: once(({ moderated }) => moderated),
    lives: () => areas.flatMap((one) => one.lives?.(partsOf(one)) ?? []),
  };
}

/** The areas, each after those that keep what it needs; otherwise as they are listed. */
function inOrder<One extends Area<never>>(
  areas: readonly One[],
  given: readonly string[],
  happenings: readonly string[],
): One[] {
  const keepers = new Map<string, One | undefined>(given.map((name) => [name, undefined]));
  const faults: string[] = [];
  for (const one of areas) {
    for (const thing of Object.keys(one.keeps ?? {})) {
      if (keepers.has(thing)) {
        faults.push(`${keepers.get(thing)?.name ?? "the house"} and ${one.name} keep ${thing}`);
      }
      keepers.set(thing, one);
    }
  }
  for (const { name, needs, asks = [], hears = {} } of areas) {
    for (const thing of [...needs, ...asks]) {
      if (!keepers.has(thing)) faults.push(`${name} needs ${thing}, which nobody keeps`);
    }
    for (const event of Object.keys(hears)) {
      if (!happenings.includes(event)) faults.push(`${name} hears ${event}, which nobody tells`);
    }
  }
  if (faults.length > 0) throw new TypeError(faults.join("; "));

  const order: One[] = [], entered: One[] = [];
  const enter = (one: One): void => {
    if (order.includes(one)) return;
    const from = entered.indexOf(one);
    if (from >= 0) {
      const round = [...entered.slice(from), one].map(({ name }) => name);
      throw new TypeError(`areas need each other in a circle: ${round.join(", ")}`);
    }
    entered.push(one);
    for (const thing of one.needs) {
      const keeper = keepers.get(thing);
      if (keeper) enter(keeper);
    }
    entered.pop();
    order.push(one);
  };
  for (const one of areas) enter(one);
  return order;
}
