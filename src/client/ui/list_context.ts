/** Whether a page is drawn as the list beside another one. It leaves the one heading of the first order to that one. */
import { createContext } from "preact";

export const Beside = createContext(false);
