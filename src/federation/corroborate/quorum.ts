/** Whether enough independent peers heard somebody (FED "Events", Corroboration). Pure. */
import { BUCKET_M, BUCKET_S } from "./coarsen.ts";

/** A peer's verified yes, or a yes that may still come. */
export interface Voice {
  instance: string;
  /** Who runs it: registry operator, else the call that a zone proved. */
  operator?: string;
  /** Base calls that it names as its operator's itself. They make it no voice of its own, and may take that from it. */
  declared?: readonly string[];
  key: string;
  /** Whether the peer was trusted automatically (FED_AUTO_PROMOTE), not by a sysop. */
  automatic: boolean;
}

/** Peers that are one person for certain: by key and proven operator. */
interface Person {
  names: Set<string>;
  /** Operators, proven and declared. */
  operators: Set<string>;
}

function personsOf(voices: readonly Voice[]): Person[] {
  const persons: Person[] = [];
  for (const { operator, key, declared = [] } of voices) {
    const person: Person = {
      names: new Set([`key ${key}`, ...(operator === undefined ? [] : [`operator ${operator}`])]),
      operators: new Set(operator === undefined ? declared : [operator, ...declared]),
    };
    for (const other of persons.filter(({ names }) => [...person.names].some((name) => names.has(name)))) {
      for (const name of other.names) person.names.add(name);
      for (const call of other.operators) person.operators.add(call);
      persons.splice(persons.indexOf(other), 1);
    }
    persons.push(person);
  }
  return persons;
}

const shares = (a: Person, b: Person): boolean => [...a.operators].some((call) => b.operators.has(call));

/**
 * How many different people these are: answers with the same operator or the same key count as one, also where an operator is
 * only declared. Who declares somebody else's call loses the own voice by that and joins no two others: counted are as many
 * as can stand side by side. Who is one person follows from everybody who was asked (at most sixteen), so that a further
 * yes never makes fewer of them and the order of answers makes no difference.
 */
export function countVoices(voices: readonly Voice[], asked: readonly Voice[] = voices): number {
  const most = (persons: readonly Person[]): number => {
    const [first, ...rest] = persons;
    if (!first) return 0;
    const apart = rest.filter((one) => !shares(first, one));
    const withFirst = 1 + most(apart);
    return apart.length === rest.length ? withFirst : Math.max(withFirst, most(rest));
  };
  const heard = new Set(voices.map(({ key }) => `key ${key}`));
  return most(personsOf([...voices, ...asked]).filter(({ names }) => !heard.isDisjointFrom(names)));
}

/** How many of these are needed: at least two where one of them was not vetted by a sysop. */
export const neededOf = (voices: readonly Voice[], quorum: number): number =>
  Math.max(quorum, voices.some(({ automatic }) => automatic) ? 2 : 1);

/** Whether they are a quorum of those asked; those that a sysop trusts are counted alone first. */
export function isQuorum(
  voices: readonly Voice[],
  quorum: number,
  asked: readonly Voice[] = voices,
): boolean {
  const vetted = voices.filter(({ automatic }) => !automatic);
  return [vetted, voices].some((some) =>
    some.length > 0 && countVoices(some, asked) >= neededOf(some, quorum)
  );
}

interface Evidence {
  distanceM: number;
  at: number;
}

/** The evidence that is kept: the closest; of equally close ones the latest. */
export const closest = <E extends Evidence>(all: readonly E[]): E | undefined =>
  all.toSorted((a, b) => a.distanceM - b.distanceM || b.at - a.at)[0];

/** Whether two peers heard the same: distance and time equal or in the next bucket. */
export const agrees = (a: Evidence, b: Evidence): boolean =>
  Math.abs(a.distanceM - b.distanceM) <= BUCKET_M && Math.abs(a.at - b.at) <= BUCKET_S;
