/** Which scripts of a build bring which others along: what a page needs, and what one area's pages alone load. */
import { basename } from "node:path";
import type * as esbuild from "esbuild";

/** A script of the build. */
export interface Piece {
  /** The source file that it begins with, where it is loaded by name. */
  entry?: string;
  /** Scripts that have to be there before it runs. */
  needs: string[];
  /** Scripts that it may load later. */
  later: string[];
  /** Packages in it. */
  packages: string[];
}

/** The scripts of a build by their addresses, with what each brings along. */
export function graphOf({ outputs }: esbuild.Metafile): Record<string, Piece> {
  const address = (path: string) => `/assets/${basename(path)}`;
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { entryPoint, imports, inputs }]) => {
      const of = (kind: string) => imports.filter((one) => one.kind === kind).map((one) => address(one.path));
      const packages = Object.keys(inputs).flatMap((input) =>
        [...input.matchAll(/registry\.npmjs\.org\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name!)
      );
      return [address(path), {
        ...(entryPoint && { entry: entryPoint }),
        needs: of("import-statement"),
        later: of("dynamic-import"),
        packages: [...new Set(packages)],
      }];
    }),
  );
}

/** Scripts that no page but administration's ever loads. */
export const onlyAdministration = (graph: Readonly<Record<string, Piece>>): Set<string> =>
  onlyOf(graph, /^src\/client\/(admin\/)/);
/** Scripts that no page but the shack's ever loads, and the library of plots: what they draw is asked of the gateway each time. */
export const onlyShack = (graph: Readonly<Record<string, Piece>>): Set<string> =>
  onlyOf(graph, /^src\/client\/shack\/|\/uplot\//);
/**
 * Scripts for pages on plain http, where browsers offer no cryptography. A service worker has nothing to do with them: it
 * works on secure origins alone, where the browser's own is used.
 */
export const onlyPlainHttp = (graph: Readonly<Record<string, Piece>>): Set<string> =>
  onlyOf(graph, /^src\/client\/cache\/stages\/noble\.ts$/);
/** Scripts for secure origins alone: browsers make and ask for passkeys there and nowhere else. */
export const onlySecure = (graph: Readonly<Record<string, Piece>>): Set<string> =>
  onlyOf(graph, /^src\/client\/account\/sign_in\/webauthn\.ts$/);
/** Scripts that only a wide screen loads. */
export const onlyWide = (graph: Readonly<Record<string, Piece>>): Set<string> =>
  onlyOf(graph, /^src\/client\/panes\/wide\.ts$/);

/** Scripts that have to be there before one runs, however deep. */
export function allNeeds(
  graph: Readonly<Record<string, Piece>>,
  path: string,
  found = new Set<string>(),
): Set<string> {
  for (const one of graph[path]!.needs) {
    if (found.has(one)) continue;
    found.add(one);
    allNeeds(graph, one, found);
  }
  return found;
}

/** Scripts that no page but those of one area ever loads; `its`: the sources with which its pages begin. */
function onlyOf(graph: Readonly<Record<string, Piece>>, its: RegExp): Set<string> {
  const isIts = ({ entry = "" }: Piece) => its.test(entry);
  const paths = Object.keys(graph), others = new Set<string>();
  const reach = (path: string) => {
    if (others.has(path) || !graph[path]) return;
    others.add(path);
    for (const one of graph[path].needs) reach(one);
  };
  for (const path of paths) if (graph[path]!.entry && !isIts(graph[path]!)) reach(path);
  return new Set(paths.filter((path) => !others.has(path)));
}
