/** The units in which distances are shown. */
import { signal } from "@preact/signals";

export const UNIT_CHOICES = ["metric", "imperial", "nautical"] as const;
export type Units = typeof UNIT_CHOICES[number];

export const units = signal<Units>("metric");
