import { z } from "#schemas";
import { failures } from "../../../src/base/mod.ts";
import { open, type Route, route, SHARED } from "../../../src/http/mod.ts";

const failure = failures({ place_not_found: "missing" });

const Square = z.object({ grid: z.string(), caches: z.number().describe("Active caches in it") });

export const squareRoute = (count: (grid: string) => number | undefined): Route =>
  route("GET /api/squares/:grid", {
    gate: open("counts of what everybody may read"),
    spec: 'API "Public read API"',
    summary: "How many caches lie in a locator square",
    params: { grid: "Locator of the square, e.g. JN88" },
    share: SHARED.game,
    reply: Square,
    errors: [failure.place_not_found],
    handle: ({ params }) => {
      const caches = count(params.grid.toUpperCase());
      if (caches === undefined) throw failure.place_not_found();
      return { grid: params.grid.toUpperCase(), caches };
    },
  });
