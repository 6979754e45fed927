/** Of which contents a group of slow tests was green: `.ci/nightly.json`, which `deno task nightly` alone writes. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { ROOT } from "../release.ts";
import { NIGHTLY, type NightlyGroup } from "./nightly.ts";

const FILE = join(ROOT, ".ci/nightly.json");

/** Group to what it was green with. */
export type Green = Record<string, { paths: string[]; green: string | null }>;

/** Everything whose change makes a group run. */
export const pathsOf = ({ alone, longer, paths }: NightlyGroup): string[] =>
  [...paths, ...[...alone, ...longer].map((file) => `tests/${file}`)].toSorted();

/** A digest of the names and contents of all that a group tests. */
export function digestOf(group: NightlyGroup): string {
  const all = createHash("sha256");
  for (const path of new Set(pathsOf(group).flatMap(filesBelow).toSorted())) {
    const content = createHash("sha256").update(contentOf(path)).digest("hex");
    all.update(`${path}\0${content}\n`);
  }
  return all.digest("hex");
}

/** Of the README only what is typed counts: the rest of it is tested by nothing slow. */
function contentOf(path: string): Uint8Array | string {
  if (path !== "README.md") return Deno.readFileSync(join(ROOT, path));
  const text = Deno.readTextFileSync(join(ROOT, path));
  return [...text.matchAll(/```sh\n[\s\S]*?```|`main\.ts [^`]+`/g)].map(([typed]) => typed).join("\n");
}

function filesBelow(path: string): string[] {
  const full = join(ROOT, path);
  if (Deno.statSync(full).isFile) return [path];
  return [...Deno.readDirSync(full)].flatMap(({ name }) => filesBelow(`${path}/${name}`));
}

export const readGreen = (): Green => JSON.parse(Deno.readTextFileSync(FILE));

/** What the file holds when these groups were green, and the others as before. */
export function greenWith(before: Green, now: Readonly<Record<string, string>>): Green {
  return Object.fromEntries(
    Object.entries(NIGHTLY).map(([name, group]) => [
      name,
      { paths: pathsOf(group), green: now[name] ?? before[name]?.green ?? null },
    ]),
  );
}

export const textOf = (green: Green): string => `${JSON.stringify(green, null, 2)}\n`;

export const writeGreen = (green: Green): void => Deno.writeTextFileSync(FILE, textOf(green));
