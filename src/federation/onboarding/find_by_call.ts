/**
 * Finding an instance by its operator's callsign (FED "DNS onboarding"). The amateur network's DNS binds the call
 * to a name and a key. A signed answer admits at once, unless a preview was asked for; any other is shown to the
 * operator first, who confirms exactly what was shown. Being found makes no instance trusted.
 */
import { baseCall, Failure } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { fingerprintOf, showFingerprint, spokenFingerprint } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import { askDescriptor } from "../peers/ask_descriptor.ts";
import type { Descriptor } from "../peers/descriptor.ts";
import type { PeerParts } from "../peers/preview.ts";
import { givesWay, replaceHearsay } from "../peers/hearsay.ts";
import { newPeer, type Peer } from "../tables/peer_store.ts";
import {
  type Binding,
  type CallName,
  endpointsOf,
  nameOfCall,
  nameOfHost,
  type Places,
  placesOf,
  urlOf,
} from "./binding.ts";
import { resolveBinding, type Resolving } from "./resolve.ts";

interface FinderParts {
  peers: PeerParts;
  /** The setting AMPR_ZONE. */
  zone(): string;
  resolvers(): readonly string[];
  /** Whether this instance has an endpoint on the amateur network itself. */
  onAmateurNetwork(): boolean;
}

export interface FindAsk {
  callsign?: string | undefined;
  host?: string | undefined;
  /** Which instance, where several stand at the name. */
  instance?: string | undefined;
  confirm?: boolean | undefined;
  /** Only look, whatever DNS says: nothing is stored. */
  preview?: boolean | undefined;
}

/** What DNS says, as it is shown before anything is stored. */
interface Resolved {
  callsign: string;
  name: string;
  instance: string;
  fingerprint: string;
  /** The fingerprint in words, to be read over the air. */
  words: string[];
  url: string;
  host: string | null;
  web: string | null;
}

export type FoundByCall =
  | {
    admitted: "dnssec" | "operator-confirmed";
    peer: Peer;
    callsign: string;
    descriptorChecked: boolean;
    /** The same record brought the peer in before; nothing was changed. */
    again: boolean;
  }
  | { requiresConfirm: true; resolved: Resolved; signed: boolean; descriptorChecked: boolean };

/** What was shown stays in mind for this long, and of so many names. */
const SHOWN_S = 900, MOST_SHOWN = 64;

export class CallFinder {
  /** What was shown for a name, and when: only what was shown can be confirmed. */
  readonly #shown = new Map<string, { text: string; at: number }>();

  constructor(readonly parts: FinderParts) {}

  /**
   * Looks the call or host up, and takes the instance in where DNS is signed or `ask.confirm` names what was shown
   * before. With `ask.preview` it only shows what it found. `actor` is who asks, for the audit. Throws failures of
   * `../errors.ts`.
   */
  async find(ask: FindAsk, actor: string): Promise<FoundByCall> {
    const { peers, zone } = this.parts;
    if (peers.registry.error !== undefined) throw fedFailure.registry_broken({ why: peers.registry.error });
    const name = ask.host === undefined
      ? nameOfCall(ask.callsign ?? "", zone())
      : nameOfHost(ask.host, zone());
    if (!name || (ask.host !== undefined && ask.callsign !== undefined)) throw fedFailure.bad_call_name();
    const { binding, dnssec } = await resolveBinding(this.#resolving(), name, zone(), ask.instance);
    const places = placesOf(binding, name);
    const resolved: Resolved = {
      callsign: name.call,
      name: name.txt,
      instance: binding.instance,
      fingerprint: showFingerprint(fingerprintOf(binding.key)),
      words: spokenFingerprint(fingerprintOf(binding.key)),
      url: urlOf(places),
      ...places,
    };
    this.#check(binding, name, resolved.url);
    if (ask.confirm && !ask.preview) this.#wasShown(name.txt, binding, resolved);
    const descriptor = await this.#descriptor(binding, name, places, resolved);
    const descriptorChecked = descriptor !== undefined;
    if (ask.preview || (!dnssec && !ask.confirm)) {
      this.#show(name.txt, binding);
      return { requiresConfirm: true, resolved, signed: dnssec, descriptorChecked };
    }
    const { peer, again } = await peers.db.write((tx) =>
      this.#admit(tx, binding, name, places, descriptor, actor)
    );
    this.#shown.delete(name.txt);
    return {
      admitted: dnssec ? "dnssec" : "operator-confirmed",
      peer,
      callsign: name.call,
      descriptorChecked,
      again,
    };
  }

  #resolving(): Resolving {
    const { fetch: request, lives } = this.parts.peers.world;
    return { request, lives, resolvers: this.parts.resolvers() };
  }

  #show(name: string, binding: Binding): void {
    this.#shown.delete(name);
    if (this.#shown.size === MOST_SHOWN) this.#shown.delete(this.#shown.keys().next().value!);
    this.#shown.set(name, { text: JSON.stringify(binding), at: this.parts.peers.world.now() });
  }

  /** What is confirmed is what was shown, if it was a moment ago. */
  #wasShown(name: string, binding: Binding, resolved: Resolved): void {
    const shown = this.#shown.get(name), { world } = this.parts.peers;
    if (!shown || world.now() - shown.at > SHOWN_S || shown.text === JSON.stringify(binding)) return;
    this.#show(name, binding);
    throw fedFailure.binding_changed({ resolved });
  }

  /** The peer that this very record brought in: to onboard it once more is no conflict. */
  #known({ instance, key }: Binding, { call }: CallName, url: string): Peer | undefined {
    const live = this.parts.peers.deps.store.peers.live(instance);
    const same = live?.addedVia === "44net" && live.url === url && live.pin === key &&
      live.operatorCall === call;
    return same ? live : undefined;
  }

  /** Throws whatever speaks against following the instance, however it was found. */
  #check(binding: Binding, name: CallName, url: string): void {
    const { instance, key } = binding;
    const { deps, registry } = this.parts.peers;
    const { peers } = deps.store;
    if (instance === deps.self) throw fedFailure.peer_self();
    if (peers.isBlocked(instance)) throw fedFailure.peer_blocked({ instance });
    if (!this.#known(binding, name, url)) {
      const live = peers.live(instance);
      if (live && !givesWay(live)) throw fedFailure.instance_taken({ instance, url: live.url });
      if (peers.byUrl(url)) throw fedFailure.peer_known({ url });
    }
    const bound = registry.binding(instance)?.key;
    if (bound !== undefined && bound !== key) throw fedFailure.registry_mismatch({ instance });
  }

  /** What the instance shows of itself where it is. Over the amateur network it may be out of reach from here. */
  async #descriptor(
    binding: Binding,
    { call }: CallName,
    { host, web }: Places,
    resolved: Resolved,
  ): Promise<Descriptor | undefined> {
    const { peers } = this.parts;
    const now = peers.deps.receiver.now();
    const matches = (shown: Descriptor, where: string): Descriptor => {
      const refuse = (why: string) => fedFailure.binding_mismatch({ resolved, where, why });
      if (shown.instance !== binding.instance) throw refuse(`it calls itself ${shown.instance}`);
      const active = shown.publicKey === binding.key ||
        shown.publicKeys.some((key) =>
          key.x === binding.key && !key.revoked && (key.until === undefined || key.until > now)
        );
      if (!active) throw refuse("it does not list the key that DNS names");
      if (baseCall((shown.operator ?? "").toUpperCase()) !== call) throw refuse(`it does not name ${call}`);
      return shown;
    };
    const atWeb = web === null ? undefined : matches(await askDescriptor(peers, web), web);
    if (host === null) return atWeb;
    const overRadio = await askDescriptor(peers, `http://${host}`).catch((error) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
    return overRadio ? matches(overRadio, `http://${host}`) : atWeb;
  }

  #admit(
    tx: Tx,
    binding: Binding,
    name: CallName,
    places: Places,
    descriptor: Descriptor | undefined,
    actor: string,
  ): { peer: Peer; again: boolean } {
    const { peers, onAmateurNetwork } = this.parts;
    const { deps, world, audit } = peers;
    const url = urlOf(places);
    // Looked at again inside the write: another request may have been faster.
    this.#check(binding, name, url);
    const known = this.#known(binding, name, url);
    if (!known) replaceHearsay(tx, deps, binding.instance, binding.key);
    const peer = known ?? deps.store.peers.add(tx, {
      ...newPeer({ url, addedVia: "44net", addedAt: deps.receiver.now() }),
      instance: binding.instance,
      pin: binding.key,
      accept: [{ x: binding.key }],
      rotations: descriptor?.rotations ?? [],
      capabilities: descriptor?.capabilities ?? [],
      endpoints: endpointsOf(places, onAmateurNetwork()),
      endpointsSource: "dns",
      operatorCall: name.call,
      verifiedVia: "ardc-lot",
    });
    audit.note(tx, world.now(), {
      actor,
      action: "add by DNS",
      kind: "peer",
      targetId: url,
      label: binding.instance,
      reason: name.txt,
    });
    return { peer, again: known !== undefined };
  }
}
