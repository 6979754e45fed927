/** The public list of tools and six manifests, as `tests/data/public_tools.txt` has them in short. */
export interface Page {
  evaluate(expression: string): Promise<unknown>;
}
interface PublicManifest {
  name: string;
  api?: string;
  permissions: string[];
  surfaces: string[];
  remote?: true;
  entrySha256: string;
  [member: string]: unknown;
}

const AUTHOR = "OE8APR";

export function publicTools() {
  const text = Deno.readTextFileSync(new URL("../../data/public_tools.txt", import.meta.url));
  const [[authority, sig, pubkey], ...rows] = text.trim().split("\n").filter((line) => !line.startsWith("#"))
    .map((line) => line.split("\t")) as [[string, string, string], ...string[][]];
  const entries = rows.filter(({ length }) => length === 5).map((
    [name, title, version, folder, description],
  ) => ({
    ...{ name, title, author: AUTHOR, version, pubkey },
    ...{ entry: `tools/${folder}/tool.json`, description },
  }));
  const manifests = new Map(
    rows.filter(({ length }) => length === 11).map((row): [string, PublicManifest] => {
      const [
        folder,
        name,
        title,
        version,
        api,
        permissions,
        surfaces,
        remote,
        entrySha256,
        signature,
        description,
      ] = row as [string, string, string, string, string, string, string, string, string, string, string];
      return [folder, {
        ...{
          name,
          title,
          author: AUTHOR,
          version,
          description,
          entry: "tool.js",
          entrySha256,
          pubkey,
          signature,
        },
        permissions: permissions.split(","),
        surfaces: surfaces.split(","),
        ...(api !== "-" && { api }),
        ...(remote === "remote" && { remote: true as const }),
      }];
    }),
  );
  return { authority, list: { format: 1, entries, authority, sig }, manifests };
}
