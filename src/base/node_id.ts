/** `!7c5acfb8`: a Meshtastic node's number as its users read it. */
export const nodeId = (node: number): string => `!${(node >>> 0).toString(16).padStart(8, "0")}`;
