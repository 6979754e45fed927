/** The map of the region: what lies there, how large one would be, and putting an uploaded one in place (API "Administration"). */
import { dirname, join } from "node:path";
import { z } from "#schemas";
import { json, route, sysop } from "../../http/mod.ts";
import { INSTANCE_REGION, OFFLINE_TILES_URL } from "../../settings/mod.ts";
import { uploadFailure } from "../../uploads/mod.ts";
import type { AdminParts } from "../parts.ts";
import { mapFailure } from "./errors.ts";

const SPEC = 'API "Administration"';

const Facts = z.object({
  bytes: z.number().describe("What it takes on the disk"),
  kind: z.enum(["mvt", "png", "jpeg", "webp", "avif"]).describe(
    "What its tiles are: vectors (mvt), or pictures",
  ),
  minZoom: z.number().describe("Zoom of the whole region at once"),
  maxZoom: z.number().describe("Deepest zoom that it has tiles of"),
  box: z.array(z.number()).length(4).describe("South, west, north and east, in degrees"),
  tiles: z.number().describe("Tiles that its directories name"),
  name: z.string().nullable().describe("Title that its maker gave it, without markup"),
  attribution: z.string().nullable().describe("Whom it wants to be named beside it"),
  layers: z.array(z.string()).describe("Layers of its vector tiles"),
});

export function mapRoutes({ db, audit, world, dataDir, settings, uploads }: AdminParts) {
  const path = join(dataDir, "tiles", "offline.pmtiles");
  /** The archive that was looked at last: reading every directory of a large one takes seconds. */
  let seen: { mtimeMs: number; size: number; facts: Promise<z.output<typeof Facts>> } | undefined;
  const checked = async (file: string) => {
    const { checkMap } = await import("./check.ts");
    return await checkMap(file);
  };
  /** What lies there; `broken` with why it cannot be drawn. */
  const look = async () => {
    let info: Deno.FileInfo;
    try {
      info = Deno.statSync(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return { map: null, broken: null, changedAt: null };
      throw error;
    }
    const { size } = info, mtimeMs = info.mtime?.getTime() ?? 0, changedAt = Math.floor(mtimeMs / 1000);
    if (seen?.mtimeMs !== mtimeMs || seen.size !== size) seen = { mtimeMs, size, facts: checked(path) };
    try {
      return { map: await seen.facts, broken: null, changedAt };
    } catch (error) {
      return { map: null, broken: await whyOf(error), changedAt };
    }
  };
  const note = (actor: string, action: string, label: string) =>
    db.write((tx) =>
      audit.note(tx, world.now(), {
        actor,
        action,
        kind: "map",
        targetId: "offline.pmtiles",
        label,
        reason: "",
      })
    );
  return [
    route("GET /api/admin/map", {
      gate: sysop(),
      spec: SPEC,
      summary: "The map of the region on this host, and how large one of the region would be",
      reply: z.object({
        file: z.string().describe("Where the archive lies, or would lie"),
        elsewhere: z.string().nullable().describe("OFFLINE_TILES_URL, where the map is on another host"),
        map: Facts.nullable().describe("The archive there; null where there is none, or it cannot be drawn"),
        broken: z.string().nullable().describe("Code of why the archive there cannot be drawn"),
        changedAt: z.number().nullable().describe("When it was put there, in unix seconds"),
        region: z.array(z.number()).length(4).nullable().describe(
          "INSTANCE_REGION: south, west, north, east",
        ),
        sizes: z.array(z.object({
          zoom: z.number().describe("An archive that goes so deep and no deeper"),
          least: z.number().describe("Bytes, where hardly anybody lives"),
          most: z.number().describe("Bytes, where many people live"),
        })).describe("Roughly how large a map of the region would be; empty without a region"),
      }),
      handle: async () => {
        const region = settings.get(INSTANCE_REGION);
        const box = region && [region.south, region.west, region.north, region.east] as const;
        const { sizesOf } = await import("./size.ts");
        return {
          file: path,
          elsewhere: settings.get(OFFLINE_TILES_URL) ?? null,
          ...await look(),
          region: box ? [...box] : null,
          sizes: box ? sizesOf(box) : [],
        };
      },
    }),
    route("POST /api/admin/map", {
      gate: sysop({ anyAge: "the map is no secret and can be sent again" }),
      spec: SPEC,
      summary: "Check a map that was sent from end to end, and put it in the place of the present one",
      body: z.object({ upload: z.string().max(100).describe("Id of an upload that is whole") }),
      reply: Facts,
      status: 201,
      errors: [
        mapFailure.map_unsound,
        uploadFailure.no_such_upload,
        uploadFailure.upload_unfinished,
        uploadFailure.upload_sum,
      ],
      handle: async ({ who, body }) => {
        const { path: from, upload } = await uploads.whole(body.upload, "map");
        let facts;
        try {
          facts = await checked(from);
        } catch (error) {
          const why = await whyOf(error);
          throw mapFailure.map_unsound({ why });
        }
        Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        await note(who.actor, "put map", upload.name);
        // One step: whoever reads the old one now reads it to its end.
        Deno.renameSync(from, path);
        uploads.remove(upload.id);
        return json(facts, 201);
      },
    }),
    route("DELETE /api/admin/map", {
      gate: sysop({ anyAge: "the map is no secret and can be sent again" }),
      spec: SPEC,
      summary: "Remove the map of the region from this host",
      reply: z.object({ ok: z.literal(true) }),
      errors: [mapFailure.no_map],
      handle: async ({ who }) => {
        if (!(await look()).changedAt) throw mapFailure.no_map();
        await note(who.actor, "remove map", "offline.pmtiles");
        Deno.removeSync(path);
        return { ok: true } as const;
      },
    }),
  ];
}

/** Why an archive cannot be drawn; what else went wrong is thrown on. */
async function whyOf(error: unknown): Promise<string> {
  const { Unsound } = await import("./header.ts");
  if (error instanceof Unsound) return error.why;
  throw error;
}
