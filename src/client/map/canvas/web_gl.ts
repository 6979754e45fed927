/** Whether the browser can draw the big map; tried with a canvas that is thrown away. */
export function hasWebGl(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}
