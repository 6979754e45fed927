/**
 * What was written and not sent yet. It stays on this device until its writer sends it or throws it away: nothing here is
 * ever sent by itself, since a transmitter would go on the air with nobody looking.
 */
import { recall, remember } from "../shell/choices.ts";

/** A draft of that name; `undefined` where there is none. */
export const draftOf = <T>(name: string): T | undefined => recall<T>(`draft:${name}`) ?? undefined;

/** Keeps it; `undefined` throws it away. */
export const keepDraft = (name: string, draft: unknown): void => remember(`draft:${name}`, draft ?? null);
