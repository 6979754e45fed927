/** Files that registries name: fetched once, served from copies, and only what a list names. */
import { readFile } from "./builtin.ts";
import type { Copies, Copy } from "./copies.ts";
import { registryFailure as failure } from "./errors.ts";
import { addressUnder, programOf, readList } from "./list.ts";
import type { Registries, RegistryView } from "./registries.ts";
import { readSpec } from "./spec.ts";

/** What is wrong with a registry: no list comes, or one that the pinned key did not sign. */
export const REGISTRY_FAULTS = ["unreachable", "key_changed"] as const;
type RegistryFault = typeof REGISTRY_FAULTS[number];

export class RegistryFiles {
  readonly #registries: Registries;
  readonly #copies: Copies;

  constructor(registries: Registries, copies: Copies) {
    this.#registries = registries;
    this.#copies = copies;
  }

  /** What a registry's file says now; nothing is stored. */
  async preview(spec: string) {
    const address = readSpec(spec) ?? fail(failure.invalid_registry());
    const bytes = await this.#copies.ask(address.url);
    const list = bytes && readList(bytes);
    if (!list) throw failure.registry_unreachable();
    return { ...address, ...list };
  }

  /**
   * A file that a registry names: its list, the manifests of the list, and the program of each manifest. The list goes
   * out only under the pinned key. Throws 404 for any other file. `spend` runs before each fetch and may refuse it.
   */
  async file(registry: RegistryView, asked: string | undefined, spend: () => void): Promise<Copy> {
    if (!registry.enabled) throw failure.file_not_found();
    // The program's own tools are fetched from nobody: copies of others' files may be off.
    if (registry.builtin) {
      const bytes = await readFile(asked === registry.url ? undefined : asked);
      return { bytes: bytes ?? fail(failure.file_not_found()), stale: false };
    }
    if (!registry.proxied) throw failure.file_not_found();
    const url = asked === undefined ? registry.url : addressUnder(registry.url, asked);
    const listCopy = await this.#copies.get(registry.url, spend) ?? fail(failure.registry_unreachable());
    const list = readList(listCopy.bytes) ?? fail(failure.registry_unreachable());
    if (!list.signed || list.authority !== registry.authority) {
      throw failure.registry_key_changed({ authority: list.authority });
    }
    if (url === registry.url) return listCopy;
    const manifests = list.entries.flatMap(({ entry }) => addressUnder(registry.url, entry) ?? []);
    if (url === undefined || !(manifests.includes(url) || this.#isProgram(url, manifests))) {
      throw failure.file_not_found();
    }
    return await this.#copies.get(url, spend) ?? fail(failure.registry_unreachable());
  }

  /**
   * Why members got nothing of a registry, or only old copies, when its list was asked for last; `null` where nothing is known
   * to be wrong. Fetches nothing, so it knows only of registries whose files come from copies.
   */
  fault({ builtin, enabled, proxied, url, authority }: RegistryView): RegistryFault | null {
    if (builtin || !enabled || !proxied) return null;
    if (this.#copies.failed(url)) return "unreachable";
    const kept = this.#copies.kept(url);
    if (!kept) return null;
    const list = readList(kept);
    if (!list) return "unreachable";
    return list.signed && list.authority === authority ? null : "key_changed";
  }

  /** Whether a manifest that was fetched before names the file: whoever installs a tool reads its manifest first. */
  #isProgram(url: string, manifests: readonly string[]): boolean {
    const beside = manifests.filter((manifest) => url.startsWith(folderOf(manifest))).slice(0, BESIDE_MOST);
    return beside.some((manifest) => {
      const kept = this.#copies.kept(manifest);
      const program = kept && programOf(kept);
      return program !== undefined && addressUnder(manifest, program) === url;
    });
  }
}

/** Most manifests in a program's folder that are looked at for its name. */
const BESIDE_MOST = 50;
const folderOf = (url: string): string => url.slice(0, url.lastIndexOf("/") + 1);

function fail(error: Error): never {
  throw error;
}
