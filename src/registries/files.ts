/** Files that registries name: fetched once, served from copies, and only what a list names. */
import { readFile } from "./builtin.ts";
import type { Copies, Copy } from "./copies.ts";
import { registryFailure as failure } from "./errors.ts";
import {
  addressUnder,
  BYTES_MOST,
  FORMAT,
  type NoList,
  programOf,
  readList,
  type RegistryList,
} from "./list.ts";
import type { Registries, RegistryView } from "./registries.ts";
import { readSpec } from "./spec.ts";

/** What is wrong with a registry: no list comes, none of this format, or one that its key or the pinned key did not sign. */
export const REGISTRY_FAULTS = [
  ...["unreachable", "unreadable", "other_format", "unsigned", "key_changed"] as const,
] as const;
type RegistryFault = typeof REGISTRY_FAULTS[number];

export class RegistryFiles {
  readonly #registries: Registries;
  readonly #copies: Copies;
  /** Bytes of each registry's files that went out since the program runs. */
  readonly #weights = new Map<string, Map<string, number>>();

  constructor(registries: Registries, copies: Copies) {
    this.#registries = registries;
    this.#copies = copies;
  }

  /** What a registry's file says now; nothing is stored. */
  async preview(spec: string) {
    const address = readSpec(spec) ?? fail(failure.invalid_registry());
    const bytes = await this.#copies.ask(address.url, BYTES_MOST.list) ??
      fail(failure.registry_unreachable());
    return { ...address, ...listIn(bytes) };
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
    const get = async (url: string, most: number) => {
      const copy = await this.#copies.get(url, most, spend) ?? fail(failure.registry_unreachable());
      this.#weigh(registry.url, url, copy.bytes.length);
      return copy;
    };
    const listCopy = await get(registry.url, BYTES_MOST.list), list = listIn(listCopy.bytes);
    if (list.authority !== registry.authority) {
      throw failure.registry_key_changed({ authority: list.authority });
    }
    if (!list.signed) throw failure.registry_unsigned();
    if (url === registry.url) return listCopy;
    const manifests = list.entries.flatMap(({ entry }) => addressUnder(registry.url, entry) ?? []);
    if (url !== undefined && manifests.includes(url)) return await get(url, BYTES_MOST.manifest);
    if (url === undefined || !this.#isProgram(url, manifests)) throw failure.file_not_found();
    return await get(url, BYTES_MOST.script);
  }

  /** Counts a file of a registry; throws `registry_too_large` for what is beyond the room of all of its files. */
  #weigh(registry: string, url: string, bytes: number): void {
    const files = this.#weights.get(registry) ?? new Map<string, number>(), before = files.get(url);
    files.set(url, bytes);
    if (this.#weights.size >= WEIGHED_MOST) this.#weights.clear();
    this.#weights.set(registry, files);
    if (files.values().reduce((sum, one) => sum + one, 0) <= BYTES_MOST.registry) return;
    if (before === undefined) files.delete(url);
    else files.set(url, before);
    throw failure.registry_too_large({ limit: BYTES_MOST.registry });
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
    if (typeof list === "string") return list;
    if (list.authority !== authority) return "key_changed";
    return list.signed ? null : "unsigned";
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

/** Registries whose files are counted at most; far more than an instance and its members look at in a day. */
const WEIGHED_MOST = 1000;
/** Most manifests in a program's folder that are looked at for its name. */
const BESIDE_MOST = 50;
const folderOf = (url: string): string => url.slice(0, url.lastIndexOf("/") + 1);

/** A registry's list; throws what it is instead. */
function listIn(bytes: Uint8Array): RegistryList {
  const list: RegistryList | NoList = readList(bytes);
  if (list === "unreadable") throw failure.registry_unreadable();
  if (list === "other_format") throw failure.registry_other_format({ format: FORMAT });
  return list;
}

function fail(error: Error): never {
  throw error;
}
