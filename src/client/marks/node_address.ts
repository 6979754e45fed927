/** The page of a Meshtastic node. */
export const nodeAddress = (node: string): string => `/mesh/${encodeURIComponent(node)}`;
