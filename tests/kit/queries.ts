/** What walks over all reads ask: queries that show most, as far as a route takes them. */
import type { Route } from "../../src/http/mod.ts";

/** What may stand in a route's query; undefined where it declares none, so that its handler may read any. */
function namesOf({ options: { query } }: Route): readonly string[] | undefined {
  const shape = (query as unknown as { shape?: object } | undefined)?.shape;
  return shape && Object.keys(shape);
}

/** Queries with what the route takes of each, once each; a route gives what it does not read one answer. */
export function takenBy(route: Route, queries: readonly string[]): string[] {
  const names = namesOf(route);
  return [
    ...new Set(queries.map((query) => {
      const taken = [...new URLSearchParams(query)].filter(([name]) => names?.includes(name) ?? true);
      return taken.length > 0 ? `?${new URLSearchParams(taken)}` : "";
    })),
  ];
}

/** Paths of a route, each of its parameters filled by every one of the values that are given for its name. */
export function filled({ path }: Route, valuesOf: (name: string) => readonly string[]): string[] {
  let paths = [path.replace(/\*$/, "x")];
  for (const [, name] of path.matchAll(/:(\w+?)(?=[./]|$)/g)) {
    paths = paths.flatMap((one) =>
      valuesOf(name!).map((value) => one.replace(`:${name}`, encodeURIComponent(value)))
    );
  }
  return paths;
}
