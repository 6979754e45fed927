/** The manifest of a bundle: every file with its digest, signed with the key whose public half is in the program. */
import { z } from "#schemas";
import { failures, sha256Hex } from "../base/mod.ts";
import { signDocument, type SigningKey, verifyDocument } from "../wire/mod.ts";
import { join } from "node:path";

export const MANIFEST_FILE = "manifest.json";
const PREFIX = "svc-rel/1";
/** A bundle is a runtime, a script and a few texts. */
const MOST_FILES = 200, MOST_BYTES = 400_000_000;

export const releaseFailure = failures({
  bundle_unsound: "invalid",
  bundle_unsigned: "invalid",
});

const Manifest = z.object({
  program: z.literal("service-gateway"),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(-[a-z0-9.]{1,30})?$/),
  target: z.enum(["x64", "arm64"]),
  files: z.array(z.object({
    path: z.string().regex(/^[A-Za-z0-9._-]{1,80}(\/[A-Za-z0-9._-]{1,80}){0,3}$/),
    bytes: z.int().min(0).max(MOST_BYTES),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    executable: z.boolean(),
  })).max(MOST_FILES),
  key: z.string().max(50),
  sig: z.string().max(100),
});
export type Manifest = z.output<typeof Manifest>;

/** Files of a folder, as paths from it; links and whatever else is no plain file are refused. */
function filesIn(folder: string, inside = ""): string[] {
  return [...Deno.readDirSync(join(folder, inside))].flatMap((entry) => {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory) return filesIn(folder, path);
    if (!entry.isFile) throw releaseFailure.bundle_unsound({}, `${path} is no plain file`);
    return [path];
  }).sort();
}

function described(folder: string): Manifest["files"] {
  return filesIn(folder).filter((path) => path !== MANIFEST_FILE).map((path) => {
    const bytes = Deno.readFileSync(join(folder, path));
    const { mode } = Deno.statSync(join(folder, path));
    return {
      path,
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
      executable: ((mode ?? 0) & 0o100) !== 0,
    };
  });
}

/** Writes the signed manifest of an unpacked bundle. */
export function signBundle(
  folder: string,
  { version, target }: Pick<Manifest, "version" | "target">,
  key: SigningKey,
): void {
  const manifest = {
    program: "service-gateway",
    version,
    target,
    files: described(folder),
    key: key.publicKey,
  };
  const signed = Manifest.parse({ ...manifest, sig: signDocument(PREFIX, manifest, key) });
  Deno.writeTextFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(signed, null, 1)}\n`);
}

/** The manifest of an unpacked bundle, signed with `key`, and every file as it says. Throws a failure that says what is amiss. */
export function checkBundle(folder: string, key: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = Manifest.parse(JSON.parse(Deno.readTextFileSync(join(folder, MANIFEST_FILE))));
  } catch {
    throw releaseFailure.bundle_unsigned({}, "The bundle has no manifest: it is not signed");
  }
  const { sig, ...document } = manifest;
  if (manifest.key !== key || !verifyDocument(PREFIX, document, key, sig)) {
    throw releaseFailure.bundle_unsigned();
  }
  const found = described(folder);
  const strange = [...found, ...manifest.files].find(({ path }) => {
    const [told, there] = [manifest.files, found].map((list) => list.find((one) => one.path === path));
    return JSON.stringify(told) !== JSON.stringify(there);
  });
  if (strange) {
    throw releaseFailure.bundle_unsound({}, `${strange.path} of the bundle is not what its manifest says`);
  }
  return manifest;
}
