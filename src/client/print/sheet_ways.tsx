/** Above a sheet, on the screen alone: the way back to what it is about, and the button that prints it. */
import { Button, ButtonLink } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import type { Leads } from "./sheets.tsx";

/** Without scripts there is no button: browsers print by their own menu. */
export const SheetWays = ({ to }: { to: Leads }) => (
  <div class="sheet-form buttons">
    <ButtonLink href={new URL(to.address).pathname} kind="quiet">{say("print.back")}</ButtonLink>
    <Button id="print" kind="main" hidden>{say("print.do")}</Button>
  </div>
);
