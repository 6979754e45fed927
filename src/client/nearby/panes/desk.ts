/** What only a wide screen has; loaded there alone. */
export { Panes } from "./panes.tsx";
export { TableBar } from "./table_bar.tsx";
