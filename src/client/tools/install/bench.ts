/**
 * The workbench of one opening of the app: which tools are installed, which of them run, and why others do not. Installed tools
 * are recorded in the account's preferences, without an account on this device; their files are kept on the device, so that
 * they run without a connection too.
 */
import { computed, signal } from "@preact/signals";
import type { App } from "../../phone/app.ts";
import { recall, remember } from "../../phone/choices.ts";
import { language } from "../../ui/say.ts";
import { Bus } from "../run/bus.ts";
import type { BeaconPlan } from "../run/around.ts";
import type { OnAir } from "../run/on_air.ts";
import { Sandbox } from "../run/sandbox.ts";
import { AllLists } from "./all_lists.ts";
import { type Face, plainFace } from "./face.ts";
import { fetchFile, OWN } from "./fetch_file.ts";
import { addressFrom, type Offer } from "./lists.ts";
import { StartGuard } from "./guard.ts";
import { isScriptOf, type Manifest, readManifest, type Refusal } from "./manifest.ts";
import { type Installed, INSTALLED_MOST, installedIn, startRefusal, type Trust, trustOf } from "./trust.ts";

/** A tool that was looked at before it is installed. */
export interface Looked {
  manifest: Manifest;
  at: string;
  trust: Trust;
  /** Whether it comes with the program. */
  own: boolean;
  script: Uint8Array;
  file: Uint8Array;
}
export type Why = Refusal | "missing" | "full" | "no_room" | "not_listed" | "off" | "stopped_app";
interface Files {
  at: string;
  manifest: Uint8Array;
  script: Uint8Array;
}
const LOCAL = "tools";
/** Characters that the record of all tools may have, of the account's preferences. */
const PREFS_MOST = 10_000;
const isOwn = (at: string): boolean => at.startsWith(OWN);
const keptAs = (name: string): string => `tool:${name}`;

export class Bench {
  readonly #app: App;
  readonly bus = new Bus();
  /** What transmits, loaded once a tool wants to: few ever do. */
  #air: Promise<OnAir> | undefined;
  /** Without an account: what this device remembers. */
  readonly #local = signal<unknown>(recall(LOCAL));
  readonly installed = computed((): Installed[] => {
    const { start, call } = this.#app;
    return installedIn(call.value ? start.value?.value.prefs.tools : this.#local.value);
  });
  readonly running = signal<ReadonlyMap<string, Sandbox>>(new Map());
  readonly refused = signal<ReadonlyMap<string, Why>>(new Map());
  readonly lists: AllLists;
  /** Installed tools whose files are on this device. */
  readonly held = signal<ReadonlySet<string>>(new Set());
  readonly #faces = signal<ReadonlyMap<string, Face>>(new Map());
  readonly #starting = new Set<string>();
  readonly #guard: StartGuard;

  constructor(app: App) {
    this.#app = app;
    this.lists = new AllLists(app);
    this.#guard = new StartGuard(app.world);
  }

  /** How a tool is called and drawn: as its list says in the reader's language, else as it said itself. */
  faceOf = (tool: Pick<Installed, "name" | "at">): Face =>
    this.lists.offerOf(tool) ?? this.#faces.value.get(tool.name) ?? plainFace(tool.name);
  titleOf = (tool: Pick<Installed, "name" | "at">): string => this.faceOf(tool).title;

  /** Whether it is in order without a connection: its files are here, and it asks nobody. */
  worksOffline = ({ name, may }: Installed): boolean =>
    this.held.value.has(name) && !this.refused.value.has(name) && !may.includes("network");

  /** Fetches a tool and checks all of it, before anything is asked or installed. */
  async look(at: string, offer?: Offer): Promise<Looked | Why> {
    if (this.lists.mode.peek() === "off") return "off";
    if (!offer && this.lists.mode.peek() === "registries") return "not_listed";
    const source = this.lists.sourceOf(at), file = await fetchFile(this.#app, "manifest", at, source);
    if (!file) return "missing";
    const manifest = readManifest(file, language.peek().code);
    if ("refused" in manifest) return manifest.refused;
    const trust = trustOf(manifest, at, { installed: this.installed.peek(), listed: offer?.key });
    if (typeof trust === "object") return trust.refused;
    const entry = addressFrom(at, manifest.entry),
      script = entry && await fetchFile(this.#app, "script", entry, source);
    if (!script) return "missing";
    if (!isScriptOf(manifest, script)) return "wrong_bytes";
    return { manifest, at, trust, own: isOwn(at), script, file };
  }

  /** Installs what was looked at, with all that it asks for, and starts it. */
  async install({ manifest, at, own, script, file }: Looked): Promise<Why | undefined> {
    const { name, permissions: may, connect, remote, pubkey } = manifest,
      others = this.installed.peek().filter((one) => one.name !== name);
    const tool: Installed = {
      ...{ name, at, ...(!own && { key: pubkey }), may, on: true },
      ...(connect.length > 0 && { connect }),
      ...(remote && { remote }),
    };
    if (others.length >= INSTALLED_MOST || JSON.stringify([...others, tool]).length > PREFS_MOST) {
      return "full";
    }
    await this.#app.storage.keep({
      path: keptAs(name),
      value: { at, manifest: file, script } satisfies Files,
      at: this.#app.gateway.now(),
    });
    this.#record([...others, tool]);
    this.running.peek().get(name)?.end("stopped");
    await this.start(name, "person");
    await this.#count();
    return undefined;
  }

  #record(tools: Installed[]): void {
    if (this.#app.call.peek()) this.#app.setPrefs({ tools });
    else {
      remember(LOCAL, tools);
      this.#local.value = tools;
    }
  }
  change(name: string, some: Partial<Pick<Installed, "on" | "pin">>): void {
    this.#record(this.installed.peek().map((one) => one.name === name ? { ...one, ...some } : one));
    if (some.on === false) this.#end(name);
    if (some.on === true) void this.start(name, "person");
  }
  async remove(name: string): Promise<void> {
    this.#end(name);
    this.#record(this.installed.peek().filter((one) => one.name !== name));
    await this.#app.storage.keep({ path: keptAs(name), value: null, at: this.#app.gateway.now() });
  }
  #end(name: string): void {
    this.running.peek().get(name)?.end("stopped");
    this.#guard.lives(name);
    this.#set(name, undefined);
  }
  #set(name: string, sandbox: Sandbox | undefined): void {
    const now = new Map(this.running.peek());
    if (sandbox) now.set(name, sandbox);
    else now.delete(name);
    this.running.value = now;
  }
  #refuse(name: string, why: Why | undefined): void {
    const now = new Map(this.refused.peek());
    if (why) now.set(name, why);
    else now.delete(name);
    this.refused.value = now;
  }

  /** Starts every installed tool that is switched on, and ends what may run no longer. */
  async startAll(): Promise<void> {
    await this.lists.read();
    const tools = this.installed.peek().filter(({ on }) => on);
    for (const name of this.running.peek().keys()) {
      const tool = tools.find((one) => one.name === name);
      if (!tool || this.#barred(tool)) this.#end(name);
    }
    for (const { name } of tools) await this.start(name);
    await this.#count();
  }
  /** Looks which of the installed tools this device holds. */
  async #count(): Promise<void> {
    const names = await Promise.all(
      this.installed.peek().map(async ({ name, at }) => {
        const files = (await this.#app.storage.kept(keptAs(name)))?.value as Files | null | undefined;
        return files?.at === at ? [name] : [];
      }),
    );
    this.held.value = new Set(names.flat());
  }
  endAll(): void {
    for (const name of [...this.running.peek().keys()]) this.#end(name);
  }

  /** Why whoever runs the instance does not let this tool run. */
  #barred({ name, at }: Installed): "off" | "not_listed" | undefined {
    const mode = this.lists.mode.peek(), list = this.lists.sourceOf(at);
    if (mode !== "registries") return mode === "off" ? mode : undefined;
    if (!list) return "not_listed";
    // Of a list that cannot be read now nobody knows what it names: what lies beside it is taken for its own.
    const isNamed = list.offers.some((one) => one.name === name && one.at === at);
    return isNamed || list.fault === "unreachable" ? undefined : "not_listed";
  }

  /** Starts one: its manifest is read and checked anew, and without a connection what was kept is. */
  async start(name: string, by: "itself" | "person" = "itself"): Promise<void> {
    const tool = this.installed.peek().find((one) => one.name === name),
      before = this.running.peek().get(name);
    if (!tool || this.#starting.has(name) || (before && !before.ended.peek())) return;
    this.#starting.add(name);
    try {
      const isHeld = by === "itself" && this.#guard.stopped(name);
      const found = this.#barred(tool) ?? (isHeld ? "stopped_app" : await this.#filesOf(tool));
      if (typeof found === "string") return this.#refuse(name, found);
      this.#refuse(name, undefined);
      this.#faces.value = new Map(this.#faces.peek()).set(name, found.manifest);
      const { manifest, script } = found;
      this.#guard.starts(name);
      this.#set(
        name,
        new Sandbox({
          name,
          script: new TextDecoder().decode(script),
          permissions: tool.may.filter((one) => manifest.permissions.includes(one)),
          connect: manifest.connect,
          surfaces: manifest.surfaces,
          remote: manifest.remote,
          language: language.peek().code,
        }, this.#around()),
      );
    } finally {
      this.#starting.delete(name);
    }
  }

  async #filesOf(tool: Installed): Promise<{ manifest: Manifest; script: Uint8Array } | Why> {
    const { name, at } = tool, source = this.lists.sourceOf(at);
    const kept = (await this.#app.storage.kept(keptAs(name)))?.value as Files | null | undefined;
    const mine = kept?.at === at ? kept : undefined;
    const file = await fetchFile(this.#app, "manifest", at, source) ?? mine?.manifest;
    if (!file) return "missing";
    const manifest = readManifest(file, language.peek().code);
    if ("refused" in manifest) return manifest.refused;
    const refusal = startRefusal(tool, manifest);
    if (refusal) return refusal;
    if (mine && isScriptOf(manifest, mine.script)) return { manifest, script: mine.script };
    const entry = addressFrom(at, manifest.entry),
      script = entry && await fetchFile(this.#app, "script", entry, source);
    if (!script) return "missing";
    if (!isScriptOf(manifest, script)) return "wrong_bytes";
    await this.#app.storage.keep({
      path: keptAs(name),
      value: { at, manifest: file, script } satisfies Files,
      at: this.#app.gateway.now(),
    });
    return { manifest, script };
  }

  /** In the order in which it was asked for; where the part cannot be had, nothing goes out. */
  #onAir = (): Promise<OnAir> =>
    this.#air ??= import("../run/on_air.ts").then(
      ({ OnAir }) => new OnAir(this.#app, (tool, line) => this.running.peek().get(tool)?.note(line)),
      (error) => {
        this.#air = undefined;
        throw error;
      },
    );

  #around() {
    const { world } = this.#app;
    return {
      now: () => world.clock(),
      later: (act: () => void, ms: number) => world.later(act, ms),
      bus: this.bus,
      transmit: (tool: string, info: string) =>
        this.#onAir().then((air) => air.transmit(tool, info), () => false),
      beacon: async (tool: string, plan: BeaconPlan | null) => {
        // Where nothing ever went out, nothing is to be ended.
        if (plan || this.#air) await (await this.#onAir()).beacon(tool, plan);
      },
    };
  }
}

const benches = new WeakMap<App, Bench>();
/** The workbench of an app: made when it is first asked for. */
export function benchOf(app: App): Bench {
  const bench = benches.get(app) ?? new Bench(app);
  benches.set(app, bench);
  return bench;
}
