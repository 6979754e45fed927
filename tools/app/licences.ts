/** The packages whose code is in the program or in its browser files, with their versions, licences and licence texts. */
import { join } from "node:path";
import { deno } from "./packages.ts";
import { PICTURE_PACKAGES } from "./picture_library.ts";
import { scriptsOfSet } from "./tool_set.ts";

export interface Licences {
  packages: {
    name: string;
    version: string;
    /** As the package says it: `MIT`, `BSD-3-Clause`. */
    licence: string;
    /** Which of the texts it comes with; the same text stands there once. */
    text?: number;
  }[];
  texts: string[];
}

interface Info {
  modules: { kind?: string; npmPackage?: string }[];
  npmPackages: Record<string, { name: string; version: string; dependencies: string[] }>;
}

/** What the server starts from, and what the browser does; tools of the own set stand beside them. */
const ENTRIES = ["main.ts", "src/client/app/main.tsx"];
/** Packages of data and drawings that the builder packs into files of the program. */
const DATA = ["@lucide/icons", "world-atlas", ...PICTURE_PACKAGES];

export async function licencesOf(root: string): Promise<Licences> {
  const { npmCache } = await deno<{ npmCache: string }>(root, ["info", "--json"]);
  const wanted = new Map<string, { name: string; version: string }>();
  for (const entry of [...ENTRIES, ...scriptsOfSet(root)]) {
    const { modules, npmPackages } = await deno<Info>(root, ["info", "--json", entry]);
    const waiting = modules.flatMap(({ npmPackage }) => npmPackage ?? []);
    waiting.push(...Object.keys(npmPackages).filter((id) => DATA.includes(npmPackages[id]!.name)));
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      const found = npmPackages[id];
      if (!found || wanted.has(`${found.name}@${found.version}`)) continue;
      wanted.set(`${found.name}@${found.version}`, found);
      waiting.push(...found.dependencies);
    }
  }
  const packages: Licences["packages"] = [], texts: string[] = [];
  for (const { name, version } of [...wanted.values()].sort((a, b) => a.name < b.name ? -1 : 1)) {
    const folder = join(npmCache, "registry.npmjs.org", name, version);
    const says = await Deno.readTextFile(join(folder, "package.json")).then(JSON.parse, () => undefined);
    // Types leave nothing in the program; a part for one kind of machine comes with the package that asks for it.
    if (!says || name.startsWith("@types/") || says.os || says.cpu) continue;
    const text = await textIn(folder);
    if (text !== undefined && !texts.includes(text)) texts.push(text);
    packages.push({
      name,
      version,
      licence: NAMED[name] ?? (typeof says.license === "string" ? says.license : says.license?.type ?? "?"),
      ...(text !== undefined && { text: texts.indexOf(text) }),
    });
  }
  return { packages, texts };
}

/** Licences that their package names by a sentence or by its text alone; the letters of SPDX. */
const NAMED: Readonly<Record<string, string>> = {
  "dejavu-fonts-ttf": "Bitstream-Vera",
  suncalc: "BSD-2-Clause",
};

/** Longer ones than this are no licence. */
const MOST = 40_000;

async function textIn(folder: string): Promise<string | undefined> {
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !/^(licen[cs]e|copying)/i.test(name)) continue;
    const text = (await Deno.readTextFile(join(folder, name))).replaceAll("\r\n", "\n").trim();
    if (text !== "" && text.length < MOST) return text;
  }
}
