/** `box unit`: the systemd unit. */
import { unitText } from "../../box/mod.ts";

/** Where the tarball's recipe puts the program. */
export const PROGRAM_PATH = "/opt/service-gateway/service-gateway";

export const unitCommand = (): void => console.log(unitText(PROGRAM_PATH).trimEnd());
