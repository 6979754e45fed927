/** What only a wide screen has; loaded there alone. */
import { keepFocus } from "./keep_focus.ts";

export { Panes } from "./panes.tsx";
export { Rail } from "./rail.tsx";
export { TableBar } from "./table_bar.tsx";

keepFocus();
