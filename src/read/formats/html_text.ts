/** Plain text as the HTML that feeds and balloons hold: a reader's program must find no link, tag or script of a member in it. */
import { xml } from "../../base/mod.ts";

/** The text escaped, with its line ends as `<br>`. Still to be escaped once more where it stands in XML. */
export const htmlText = (text: string): string => xml(text).replace(/\r?\n|&#13;/g, "<br>");
