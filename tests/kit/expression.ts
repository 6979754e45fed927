/** What an expression of a map's style says of a thing: as much of the library's language as the style of an archive uses. */

/** A thing of a vector tile, at a zoom. */
export interface Thing {
  type: "Point" | "LineString" | "Polygon";
  has?: Readonly<Record<string, unknown>>;
  zoom: number;
}

const OPERATORS: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
};

/** The value of an expression; a step of zooms between two stops is drawn straight. */
export function valueOf(expression: unknown, thing: Thing): unknown {
  if (!Array.isArray(expression)) return expression;
  const [name, ...parts] = expression as [string, ...unknown[]];
  const of = (part: unknown) => valueOf(part, thing);
  const { has = {}, type, zoom } = thing;
  const operator = OPERATORS[name];
  if (operator) return operator(of(parts[0]) as never, of(parts[1]) as never);
  switch (name) {
    case "literal":
      return parts[0];
    case "get":
      return has[String(parts[0])] ?? null;
    case "has":
      return String(parts[0]) in has;
    case "geometry-type":
      return type;
    case "zoom":
      return zoom;
    case "!":
      return !of(parts[0]);
    case "all":
      return parts.every((part) => of(part));
    case "any":
      return parts.some((part) => of(part));
    case "coalesce":
      return parts.map(of).find((value) => value !== null) ?? null;
    case "to-string":
      return String(of(parts[0]) ?? "");
    case "to-number":
      return Number(of(parts[0]) ?? of(parts[1]));
    case "round":
      return Math.round(Number(of(parts[0])));
    case "length":
      return String(of(parts[0])).length;
    case "format":
      return parts.map((part) => typeof part === "string" || Array.isArray(part) ? of(part) : "").join("");
    case "case": {
      const at = parts.findIndex((part, i) => i % 2 === 0 && i < parts.length - 1 && of(part));
      return of(at < 0 ? parts.at(-1) : parts[at + 1]);
    }
    case "match": {
      const [word, ...cases] = parts, value = of(word);
      for (let i = 0; i + 1 < cases.length; i += 2) {
        if ([cases[i]].flat().includes(value)) return of(cases[i + 1]);
      }
      return of(cases.at(-1));
    }
    case "step": {
      const [, first, ...stops] = parts;
      let value = first;
      for (let i = 0; i < stops.length; i += 2) if (zoom >= Number(stops[i])) value = stops[i + 1];
      return of(value);
    }
    case "interpolate": {
      const stops = parts.slice(2);
      if (zoom <= Number(stops[0])) return of(stops[1]);
      for (let i = 0; i + 3 < stops.length; i += 2) {
        const from = Number(stops[i]), to = Number(stops[i + 2]);
        if (zoom > to) continue;
        const low = of(stops[i + 1]), high = of(stops[i + 3]), part = (zoom - from) / (to - from);
        return Number(low) + part * (Number(high) - Number(low));
      }
      return of(stops.at(-1));
    }
  }
  throw new Error(`no such expression: ${name}`);
}
