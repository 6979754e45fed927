/** Every service of a box, one row each. */
import type { Service } from "./service.ts";

export const SERVICES: readonly Service[] = [];
