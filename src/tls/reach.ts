/** Where this program listens now, and how people reach it there. Filled in by whoever listens. */
import { type OwnAddress, ownAddresses, ownNames, type World } from "../base/mod.ts";
import { isInRange, plainAddress } from "./ranges.ts";

export type TlsMode = "off" | "files" | "own";

interface ReachParts {
  mode: TlsMode;
  world: World;
  /** HOST. */
  bound: string;
  /** The instance's id. */
  instance: string;
  /** APP_URL and EXTRA_ORIGINS. */
  origins: readonly string[];
}

/** How long the system's answer is reused, in milliseconds, since every request asks. */
const KEEP_MS = 2000;

/** The addresses of this program, as they are now. */
export class Reach {
  readonly mode: TlsMode;
  /** `.local` names that are answered for now; set by whoever answers. */
  answered: () => readonly string[];
  readonly #parts: ReachParts;
  #http: number | undefined;
  #https: number | undefined;
  #known: { at: number; addresses: OwnAddress[]; hosts: ReadonlySet<string> } | undefined;

  constructor(parts: ReachParts) {
    this.#parts = parts;
    this.mode = parts.mode;
    this.answered = () => ownNames(parts.world.host(), parts.instance).local;
  }

  /** Port of http, once it listens there. */
  get http(): number | undefined {
    return this.#http;
  }
  set http(port: number | undefined) {
    this.#http = port;
    // Whoever asked while the second port was still being opened was told what was there then.
    this.look();
  }

  /** Port of https, once it listens there. */
  get https(): number | undefined {
    return this.#https;
  }
  set https(port: number | undefined) {
    this.#https = port;
    this.look();
  }

  #now() {
    const { world, bound, instance, origins } = this.#parts;
    const at = world.elapsedMs();
    if (this.#known && at < this.#known.at + KEEP_MS) return this.#known;
    const host = world.host();
    const { bare, local, addresses: all } = ownNames(host, instance);
    const listening = { bound, http: this.http, https: this.https, origins, local: this.answered() };
    const names = [...local, ...(bare ? [bare] : []), "localhost", ...all.map((one) => bracketed(one))];
    const ports = [this.http, this.https].filter((port) => port !== undefined);
    // The port that a scheme goes to by itself is left out of a Host header.
    const hosts = names.flatMap((name) => [
      ...ports.map((port) => `${name}:${port}`),
      ...(this.http === 80 || this.https === 443 ? [name] : []),
    ]);
    const addresses = ownAddresses(host, listening).filter((one) => this.#isServed(one));
    return this.#known = { at, addresses, hosts: new Set(hosts) };
  }

  /** Our own certificate names no address that is somebody's on the internet: https is not there. */
  #isServed({ url, by }: OwnAddress): boolean {
    const { protocol, hostname } = new URL(url);
    const address = hostname.replace(/^\[|\]$/g, "");
    return this.mode !== "own" || by !== "system" || protocol === "http:" || isInRange(address);
  }

  /** Forgets what the system said: something has changed. */
  look(): void {
    this.#known = undefined;
  }

  /** Every address as people type it, the best first. */
  addresses(): readonly OwnAddress[] {
    return this.#now().addresses;
  }

  /** Whether a Host header names this host by a name or address of its own, where it makes its own certificate. */
  isOwn(host: string): boolean {
    return this.mode === "own" && this.#now().hosts.has(host.toLowerCase());
  }

  /** The https address to send people to: a name, since passkeys need one; `undefined` without https. */
  get secure(): string | undefined {
    if (this.https === undefined) return undefined;
    const secure = this.addresses().filter(({ url }) => url.startsWith("https:"));
    const operators = secure.find(({ by }) => by === "operator");
    return (operators ?? secure.find(({ by }) => by === "mdns") ?? secure[0])?.url;
  }

  /** Whether the address of a request is this host's own loopback. */
  static isLoopback(hostname: string): boolean {
    const plain = plainAddress(hostname.replace(/^\[|\]$/g, ""));
    return plain === "localhost" || plain === "::1" || plain.startsWith("127.");
  }
}

const bracketed = (address: string): string => address.includes(":") ? `[${address}]` : address;
