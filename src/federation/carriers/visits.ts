/**
 * Visits on slow ways: where nothing faster reaches the instance of the cache, the visitor's instance hands a visit on as a
 * frame of its own, in mail or by a box. It is taken there as if it had been posted: the frame says who carries it, and nothing of
 * whether it counts.
 */
import { Failure, sha256Hex, type World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { fitsVisit } from "../../link/mod.ts";
import { signDocument, signFrame, type VerifiedFrame, VisitRecord } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Identity } from "../keys/identity.ts";
import type { Mailing } from "./mailing.ts";

/** Takes a visit as JSON, of a member of that instance; throws what refuses it. */
export type TakeVisit = (tx: Tx, document: string, home: string) => "taken" | "held" | "refused";

interface VisitParts {
  identity: Identity;
  world: World;
  mailing: Pick<Mailing, "mailFrames">;
  take: TakeVisit;
  /** Whether packet circuits are dialled to an instance. */
  circuits(to: string): boolean;
}

export class CarriedVisits {
  constructor(readonly parts: VisitParts) {}

  /**
   * Puts a member's visit on its way to the instance of the cache, as mail; gives to how many partners. Throws `unsigned`,
   * `clock_unset`, and what mailing throws.
   */
  handOn(tx: Tx, to: string, document: string): number {
    const { identity: { key, instance }, world, mailing } = this.parts, at = world.now();
    if (!key) throw fedFailure.unsigned();
    if (!world.clock.isKnown()) throw fedFailure.clock_unset();
    const gid = `${instance}:visit:${sha256Hex(document).slice(0, 32)}`;
    const body = VisitRecord.write({ target: to, document });
    const frame = signFrame({ type: VisitRecord.type, gid, origin: instance, v: at, at, body }, key);
    return mailing.mailFrames(tx, [frame], { to }).partners;
  }

  /** The same where nothing stands in its way; gives whether it is on its way. */
  mail(tx: Tx, to: string, document: string): boolean {
    try {
      return this.handOn(tx, to, document) > 0;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** Whether a circuit takes a visit of so many bytes to an instance: it is one line of it. */
  dials(to: string, bytes: number): boolean {
    return fitsVisit(bytes) && this.parts.circuits(to);
  }

  /** Signs an act as this instance; `undefined` without a key, and while the time is not known. */
  sign(act: object): string | undefined {
    const { identity: { key }, world } = this.parts;
    return key && world.clock.isKnown() ? signDocument("svc-act/1", act, key) : undefined;
  }

  /** A visit that a neighbour handed on: of its own members alone, for this instance alone. */
  take(tx: Tx, frame: VerifiedFrame): boolean | "held" {
    const read = VisitRecord.read(frame.body);
    if (!read.ok || read.body.target !== this.parts.identity.instance) return false;
    try {
      const taken = this.parts.take(tx, read.body.document, frame.origin);
      return taken === "held" ? "held" : taken === "taken";
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }
}
