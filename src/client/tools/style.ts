/** The style of what tools add: a sheet of its own, so that nobody without tools loads it. */
import { loadStyle } from "../phone/assets.ts";

/** Written in by the build. */
declare const TOOL_STYLE: string;

export const styleTools = (): Promise<void> => loadStyle(TOOL_STYLE);
