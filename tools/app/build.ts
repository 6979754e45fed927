/**
 * One build: scripts in pieces that pages load when they are opened, one stylesheet, the worker with the list of what it
 * keeps, icons and words. Names carry a hash of the content, so that browsers may keep each file for good.
 */
import { join } from "node:path";
import * as esbuild from "esbuild";
import { assetOf, digest, keptDigest, module, named, packed, TYPES, zipped } from "./built_files.ts";
import { allNeeds, graphOf, type Piece } from "./graph.ts";
import { handbookFiles } from "./handbook_files.ts";
import { homeScreen } from "./home_screen.ts";
import { keptLater, OWN_SHEETS } from "./later.ts";
import { linkPackages } from "./packages.ts";
import { isKept } from "./refusals.ts";
import { spoken } from "./spoken.ts";
import { toolSet } from "./tool_set.ts";
import { blocksOf } from "./towns.ts";
import { type AreaWords, planWords, readBook, SHELL } from "./words.ts";
import { VERSION } from "../release.ts";
import { packedWorld } from "./world.ts";

const CLIENT = "src/client";
const ENTRY = `${CLIENT}/app/main.tsx`;

export interface Built {
  /** Source of the module that names the files a page needs. */
  names: string;
  /** Source of the module that holds every file, compressed. */
  files: string;
  /** Compressed bytes of each file, for budgets. */
  sizes: Record<string, number>;
  /** What each script brings with it, for budgets. */
  graph: Record<string, Piece>;
  /** Addresses of the words, by area and language. */
  words: WordFiles;
  /** The program's own tools, not signed yet. */
  tools: Awaited<ReturnType<typeof toolSet>>;
}

/** Addresses of files of words, by area and language. */
export type WordFiles = Record<string, Record<string, string>>;

export async function build(root: string): Promise<Built> {
  const packages = await linkPackages(root, CLIENT, ENTRY);
  const common: esbuild.BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    outdir: "/assets",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    nodePaths: [packages],
    alias: { fflate: "./tools/app/no_fflate.js" },
    legalComments: "none",
    charset: "utf8",
    loader: { ".svg": "dataurl" },
  };
  try {
    const { inputs } = (await esbuild.build({
      ...common,
      entryPoints: [ENTRY],
      format: "esm",
      splitting: true,
      metafile: true,
    }))
      .metafile;
    const book = await readBook(root);
    const plan = planWords(ENTRY, inputs, await sourcesIn(root, inputs), book);
    common.plugins = [spoken(root, ENTRY, plan, Object.keys(book.words))];
    const ofWords = Object.entries(plan.areas).flatMap(([area, languages]) => wordsAs(area, languages));
    const words: WordFiles = {};
    for (const { area, code, path } of ofWords) (words[area] ??= {})[code] = path;
    const wordFiles = [...new Map(ofWords.map((one) => [one.path, one])).values()];
    const help = handbookFiles(root);
    const mapWorker = await esbuild.build({
      ...common,
      entryPoints: { map_worker: "maplibre-gl/dist/maplibre-gl-worker.mjs" },
      format: "esm",
      entryNames: "[name]-[hash]",
    });
    const [coarse, fine, finest] = [
      named("world-110m.bin", await packedWorld("110m")),
      named("world-50m.bin", await packedWorld("50m")),
      named("world-10m.bin", await packedWorld("10m")),
    ];
    const packedGround = (name: string) => Deno.readFileSync(join(root, "tools/app/ground", `${name}.bin`));
    const ground = (name: string) => named(`world-${name}.bin`, packedGround(name));
    const villages = [...blocksOf(packedGround("villages"))]
      .map(([block, bytes]) => ({ block, ...named(`world-villages-${block}.bin`, bytes) }));
    const [waters, towns, places] = [ground("waters"), ground("towns"), ground("places")];
    const blocks = named(
      "world-blocks.bin",
      new TextEncoder().encode(
        JSON.stringify(Object.fromEntries(villages.map((one) => [one.block, one.path]))),
      ),
    );
    const sheet = (name: string, path: string) =>
      esbuild.build({ ...common, entryPoints: { [name]: `${CLIENT}/${path}` }, entryNames: "[name]-[hash]" });
    const [style, restStyle, adminStyle, toolStyle, paperStyle] = [
      await sheet("app", "ui/style/app.css"),
      await sheet("rest", "ui/style/rest.css"),
      await sheet("admin", "admin/style/admin.css"),
      await sheet("tools", "tools/style/tools.css"),
      await sheet("paper", "ui/style/paper.css"),
    ];
    const ownStyles = await Promise.all(
      OWN_SHEETS.map((name) => sheet(`style-${name}`, `ui/style/own/${name}.css`)),
    );
    const scripts = await esbuild.build({
      ...common,
      define: {
        ASSETS: JSON.stringify({
          coarse: coarse.path,
          fine: fine.path,
          waters: waters.path,
          towns: towns.path,
          places: places.path,
          mapWorker: assetOf(mapWorker.outputFiles![0]!).path,
          restStyle: assetOf(restStyle.outputFiles![0]!).path,
          ownStyles: Object.fromEntries(
            OWN_SHEETS.map((name, i) => [name, assetOf(ownStyles[i]!.outputFiles![0]!).path]),
          ),
          adminStyle: assetOf(adminStyle.outputFiles![0]!).path,
        }),
        FINER: JSON.stringify({
          coast: finest.path,
          villages: blocks.path,
        }),
        WORDS: JSON.stringify(words),
        TOOL_FRAME: JSON.stringify(toolFrame(root)),
        TOOL_STYLE: JSON.stringify(assetOf(toolStyle.outputFiles![0]!).path),
        BOOKS: JSON.stringify(help.books),
      },
      entryPoints: { app: ENTRY },
      format: "esm",
      splitting: true,
      metafile: true,
      entryNames: "[name]-[hash]",
      chunkNames: "[name]-[hash]",
    });
    const theme = await esbuild.build({
      ...common,
      entryPoints: { theme: `${CLIENT}/app/theme.ts` },
      format: "iife",
      entryNames: "[name]-[hash]",
    });
    // The map for other sites' pages: no part of the app, so that they load little.
    const embed = await esbuild.build({
      ...common,
      entryPoints: { embed: `${CLIENT}/map/embed/embed.ts`, "embed-style": `${CLIENT}/map/embed/embed.css` },
      format: "iife",
      entryNames: "[name]-[hash]",
    });
    const home = homeScreen(root);
    const assets = [
      ...[
        scripts,
        theme,
        style,
        restStyle,
        adminStyle,
        toolStyle,
        paperStyle,
        ...ownStyles,
        mapWorker,
        embed,
      ].flatMap((
        { outputFiles },
      ) => outputFiles!.map(assetOf)),
      ...home.files,
      coarse,
      fine,
      finest,
      blocks,
      ...villages,
      ...wordFiles,
      ...help.files,
      waters,
      towns,
      places,
    ];
    const version = digest(assets.map(({ path }) => path).sort().join("\n"));
    const graph = graphOf(scripts.metafile!);
    // The handbook is kept once it was opened.
    const isOpenedFirst = new Set([...wordFiles, ...help.files].map(({ path }) => path));
    const isLater = keptLater(graph);
    const later = assets.filter(({ path }) => isLater(path) || isOpenedFirst.has(path));
    // Administration and the shack tell of now alone: without a connection they have nothing to say.
    const keptWords = Object.groupBy(
      ofWords.filter(({ area }) => isKept(area)),
      ({ code }) => code,
    );
    // The worker names each file once: first those that it keeps at once.
    const inOrder = [...assets.filter((file) => !later.includes(file)), ...later];
    const entry = (ending: string, beginning: string) =>
      assets.find(({ path }) => path.startsWith(`/assets/${beginning}-`) && path.endsWith(ending))!.path;
    const script = entry(".js", "app"), stylesheet = entry(".css", "app");
    // Of interest once the page is idle: the worker is asked for by the first page, this list by the worker.
    const list = {
      AT_ONCE: assets.length - later.length,
      WORDS: Object.fromEntries(
        Object.entries(keptWords).map((
          [code, files],
        ) => [code, files!.map(({ path }) => inOrder.findIndex((file) => file.path === path))]),
      ),
      DIGESTS: Object.fromEntries(inOrder.map(({ path, bytes }) => [path, keptDigest(bytes)])),
    };
    const listed = named(
      "kept.js",
      new TextEncoder().encode(
        Object.entries(list).map(([name, value]) => `const ${name}=${JSON.stringify(value)};`).join("\n"),
      ),
    );
    const worker = await esbuild.build({
      ...common,
      entryPoints: { sw: `${CLIENT}/app/worker.ts` },
      format: "iife",
      define: {
        LIST: JSON.stringify(listed.path),
        VERSION: JSON.stringify(version),
        SCRIPT: JSON.stringify(script),
        STYLE: JSON.stringify(stylesheet),
        TYPES: JSON.stringify(TYPES),
      },
    });
    const files = [...assets, listed, { ...assetOf(worker.outputFiles![0]!), path: "/sw.js" }];
    const names = {
      version,
      kept: listed.path,
      script,
      needs: [...allNeeds(graph, script)],
      style: stylesheet,
      rest: entry(".css", "rest"),
      paper: entry(".css", "paper"),
      theme: entry(".js", "theme"),
      homeScreen: home.names,
      embed: { script: entry(".js", "embed"), style: entry(".css", "embed-style") },
      words: words[SHELL]!,
      places: places.path,
      books: Object.fromEntries(Object.entries(help.books).map(([lang, { text }]) => [lang, text])),
    };
    return {
      names: module("NAMES", names, "Where a page finds the app's files."),
      files: module(
        "FILES",
        packed(files),
        "Every file of the app by its address: media type, and gzip in Base64.",
      ),
      graph,
      words,
      tools: await toolSet(root, VERSION, common),
      sizes: Object.fromEntries(files.map(({ path, bytes }) => [path, zipped(bytes).length])),
    };
  } finally {
    await esbuild.stop();
  }
}

/** The files of one area's words. */
function wordsAs(area: string, languages: Readonly<Record<string, AreaWords>>) {
  const texts = Object.entries(languages).map(([code, its]) => ({
    code,
    text: `export default ${JSON.stringify(its)}`,
  }));
  return texts.map(({ code, text }) => ({
    area,
    code,
    ...named(`${area}-${code}.js`, new TextEncoder().encode(text)),
  }));
}

/** A digest of the document in which installed tools run. */
const toolFrame = (root: string): string =>
  digest(
    ["frame.js", "worker.js", "page.ts", "routes.ts"].map((name) =>
      Deno.readTextFileSync(join(root, "src", "web", "tools", name))
    ).join(""),
  );

/** The app's own sources among what a build read. */
async function sourcesIn(root: string, inputs: esbuild.Metafile["inputs"]): Promise<Map<string, string>> {
  const own = Object.keys(inputs).filter((path) => /^src\/.*\.tsx?$/.test(path));
  return new Map(
    await Promise.all(own.map(async (path) => [path, await Deno.readTextFile(join(root, path))] as const)),
  );
}
