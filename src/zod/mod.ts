/**
 * zod, as the rest of the program takes it: `import { z } from "#schemas"`. It has a name of its own because it is not the
 * package: what it gives makes schemas when they are first asked something, which saves a start a seventh of its time. zod itself
 * is imported here alone.
 */
export * from "./names.ts";
export * as z from "./names.ts";
