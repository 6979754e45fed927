/** A callsign without its SSID, in capitals: what accounts are held under, and all stations of a person have in common. */
export const baseOf = (call: string): string => call.toUpperCase().split("-", 1)[0]!;
