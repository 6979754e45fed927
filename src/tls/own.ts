/** The certificate that this instance makes for itself: always one that names the host as it is now, and fits the clock. */
import type { World } from "../base/mod.ts";
import { type Authority, authorityCertificate, keepAuthority, readAuthority } from "./authority.ts";
import {
  dnsNames,
  isCurrent,
  isIssuedBy,
  keepLeaf,
  type Leaf,
  leafOf,
  namesToServe,
  readLeaf,
  spanOf,
} from "./leaf.ts";
import { isOwnable, plainAddress } from "./ranges.ts";

export interface OwnParts {
  dataDir: string;
  world: World;
  /** The instance's id. */
  instance: string;
  /** APP_URL and EXTRA_ORIGINS. */
  origins: readonly string[];
}

/** Makes an authority for the names that this host and its operator go by now, and puts it in its place. */
export async function newAuthority({ dataDir, world, instance, origins }: OwnParts): Promise<Authority> {
  const { issueAuthority } = await import("./issue.ts");
  const names = dnsNames(world.host(), instance, origins).filter(isOwnable);
  keepAuthority(dataDir, await issueAuthority({ instance, names, world }));
  return readAuthority(dataDir)!;
}

/** The authority there is, or a new one. */
const ownAuthority = async (parts: OwnParts): Promise<Authority> =>
  readAuthority(parts.dataDir) ?? await newAuthority(parts);

/** The authority and leaf of a data folder, kept up to date. */
export class OwnCertificate {
  readonly #parts: OwnParts;
  #authority: Authority;
  #leaf: Leaf;
  #making: Promise<boolean> | undefined;

  private constructor(parts: OwnParts, authority: Authority, leaf: Leaf) {
    this.#parts = parts;
    this.#authority = authority;
    this.#leaf = leaf;
  }

  /** Opens what lies in the data folder; makes what is missing there or no longer fits. */
  static async open(parts: OwnParts): Promise<OwnCertificate> {
    const authority = await ownAuthority(parts);
    const kept = readLeaf(parts.dataDir, authority.der);
    const own = new OwnCertificate(parts, authority, kept ?? await make(parts, authority));
    await own.refresh();
    return own;
  }

  /** The authority in use. */
  get authority(): Authority {
    return this.#authority;
  }

  /** The leaf in use. */
  get leaf(): Leaf {
    return this.#leaf;
  }

  /** Whom a leaf made now would name. */
  names(): string[] {
    const { world, instance, origins } = this.#parts;
    return namesToServe(world.host(), instance, origins, this.#authority.names);
  }

  /** Whether the leaf names the address that somebody came to. */
  namesAddress(address: string): boolean {
    return this.#leaf.names.includes(plainAddress(address));
  }

  /** Makes a new leaf if the host or the clock has changed, or the old one ends soon; gives whether it did. */
  refresh(): Promise<boolean> {
    return this.#making ??= this.#refresh().finally(() => this.#making = undefined);
  }

  async #refresh(): Promise<boolean> {
    const { dataDir, world } = this.#parts;
    const before = this.#leaf;
    // A command beside the server may have put another authority or leaf in place.
    if (authorityCertificate(dataDir)?.pem !== this.#authority.cert) {
      this.#authority = await ownAuthority(this.#parts);
    }
    const kept = readLeaf(dataDir, this.#authority.der);
    if (kept && kept.cert !== before.cert) this.#leaf = kept;
    const fits = isCurrent(this.#leaf, this.names(), world.now());
    if (!fits || !isIssuedBy(this.#leaf, this.#authority.der)) {
      this.#leaf = await make(this.#parts, this.#authority);
    }
    return this.#leaf !== before;
  }
}

/** Makes a new leaf whatever the one there is. A server beside takes it over when it looks next. */
export async function renewLeaf(parts: OwnParts): Promise<Leaf> {
  return await make(parts, await ownAuthority(parts));
}

/** A new leaf, kept for the next start; if the disk is full it is still served, only not kept. */
async function make({ dataDir, world, instance, origins }: OwnParts, authority: Authority): Promise<Leaf> {
  const { issueLeaf } = await import("./issue.ts");
  const names = namesToServe(world.host(), instance, origins, authority.names);
  const pair = await issueLeaf(authority, { names, ...spanOf(world.now()) }, world);
  try {
    keepLeaf(dataDir, pair);
  } catch (error) {
    world.log.warn("the certificate was not kept: {error}", { error });
  }
  return leafOf(pair);
}
