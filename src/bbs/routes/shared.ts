/** What the rooms' routes have in common. */
import { z } from "#schemas";
import { box, either, ingest, services, session } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import type { Office } from "../office.ts";

export interface RouteParts {
  office: Office;
}

export const SPEC = 'API "BBS"';
export const BACKEND_SPEC = 'API "Ingest and BBS backend"';

/** A member, or the box for who is connected to it. */
export const mailGate = () => either(ingest(), box({ services: true }), session());
/** The program that forwards. */
export const backendGate = services;

export const Ok = z.object({ ok: z.literal(true) });
export const OK = { ok: true } as const;

/** A row's number out of a path. */
export function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw bbsFailure.message_unknown({ id: text.slice(0, 20) });
  return Number(text);
}
