import type { ComponentChildren } from "preact";

/** Parts of one kind: a heading, and what belongs below it. */
export type Section = readonly [title: string, shown: () => ComponentChildren];
