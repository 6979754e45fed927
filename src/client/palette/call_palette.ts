/** How any page calls for the palette: the frame listens once the page stands. */

/** Sent to the document; whoever hears it answers by `preventDefault`. */
export const PALETTE_ASKED = "palette-asked";

/** Asks for the palette; gives whether somebody opens it. */
export const askPalette = (): boolean =>
  !document.dispatchEvent(new Event(PALETTE_ASKED, { cancelable: true }));
