/** Stands in for the package fflate, which pmtiles has for browsers that cannot unpack by themselves: none that draws the map. */
export function decompressSync() {
  throw new Error("this browser cannot unpack");
}
