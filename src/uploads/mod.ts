/**
 * Large files that an operator hands over from a browser, piece by piece, so that a connection that breaks costs one piece:
 * a map for the tiles, a whole backup. Owns the folder `uploads` of the data folder and no table. Refuses a second upload
 * beside one that waits, a piece that does not follow or came damaged, and what the disk has no room for.
 */
import { join } from "node:path";
import type { World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { uploadRoutes } from "./routes.ts";
import { Uploads } from "./uploads.ts";

export { uploadFailure } from "./errors.ts";
export type { Uploads } from "./uploads.ts";

/** What its routes take and give, by signature. */
export type UploadRoutes = RouteTable<ReturnType<typeof uploadRoutes>>;

/** Opens the area. */
export function openUploads(
  needs: { db: Database; dataDir: string; world: World; audit: Audit },
) {
  const uploads = new Uploads(join(needs.dataDir, "uploads"), needs.world);
  const jobs: Job[] = [
    { name: "uploads-sweep", when: "23 * * * *", judgesTime: true, run: () => uploads.sweep() },
  ];
  return { area: { routes: uploadRoutes({ ...needs, uploads }), jobs }, uploads };
}
