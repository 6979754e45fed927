/**
 * Large files that an operator hands over from a browser, piece by piece, so that a connection that breaks costs one piece:
 * a map for the tiles, a whole backup. Owns the folder `uploads` of the data folder and no table. Refuses a second upload
 * beside one that waits, a piece that does not follow or came damaged, and what the disk has no room for.
 */
import { join } from "node:path";
import type { World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { uploadRoutes } from "./routes.ts";
import { Uploads } from "./uploads.ts";

export { uploadFailure } from "./errors.ts";
export type { Uploads } from "./uploads.ts";

/** What its routes take and give, by signature. */
export type UploadRoutes = RouteTable<ReturnType<typeof uploadRoutes>>;

interface UploadNeeds {
  db: Database;
  dataDir: string;
  world: World;
  audit: Audit;
}
export interface UploadKeeps {
  uploads: Uploads;
}

export const uploads = area<{ needs: UploadNeeds; keeps: UploadKeeps }>()({
  name: "uploads",
  needs: ["audit", "dataDir", "db", "world"],
  keeps: { uploads: ({ dataDir, world }) => new Uploads(join(dataDir, "uploads"), world) },
  jobs: ({ uploads }) => [
    { name: "uploads-sweep", when: "23 * * * *", judgesTime: true, run: () => uploads.sweep() },
  ],
  routes: uploadRoutes,
});
