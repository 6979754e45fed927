/**
 * Drafts: what was written and not sent. A draft stays on this device until its writer sends or deletes it. It is never sent
 * by itself, because a transmitter would then go on the air without anybody watching.
 */
import { recall, remember } from "../choices.ts";

/** The draft of this name; `undefined` where there is none. */
export const draftOf = <T>(name: string): T | undefined => recall<T>(`draft:${name}`) ?? undefined;

/** Stores a draft; `undefined` deletes it. */
export const keepDraft = (name: string, draft: unknown): void => remember(`draft:${name}`, draft ?? null);
