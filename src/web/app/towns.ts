/** Towns and villages by name, from the file that the app's map is drawn with. */
import type { NamedTown } from "../../client/mod.ts";
import { drawing } from "../../client/mod.ts";
import { builtFile, names, plain } from "./built.ts";

/** Read when somebody first looks for one. */
let known: Promise<readonly NamedTown[]> | undefined;

async function read(): Promise<readonly NamedTown[]> {
  const file = await builtFile((await names()).places);
  return (await drawing()).namedTowns(plain(file!));
}

/** Those whose names begin with a text, the largest first; none where the app was not built. */
export async function townsCalled(text: string): Promise<{ name: string; lat: number; lon: number }[]> {
  const { isName, townsNamed } = await drawing();
  if (!isName(text)) return [];
  const towns = await (known ??= read()).catch(() => []);
  return townsNamed(towns, text).map(({ name, lat, lon }) => ({ name, lat, lon }));
}
