/** `box unit`: the systemd unit. */
import { unitText } from "../../box/mod.ts";

/** Where the tarball's recipe puts the program. */
const PROGRAM = "/opt/service-gateway/service-gateway";

export const unitCommand = (): void => console.log(unitText(PROGRAM).trimEnd());
