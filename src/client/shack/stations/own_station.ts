/** A station of one's own, as `GET /api/my/stations` lists it. */
import type { z } from "#schemas";
import type { OwnStation as Shape } from "../../../stations/mod.ts";

export type OwnStation = z.output<typeof Shape>;
