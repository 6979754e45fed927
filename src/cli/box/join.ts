/** `box join`: enrols this host as a receiver box. */
import { joinGateway } from "../../box/mod.ts";
import { askBox } from "../../box/mod.ts";
import { say } from "../program.ts";
import { inFolder } from "./place.ts";
import { siteless, withSites } from "./radios.ts";

export interface JoinOptions {
  dir: string;
  call: string;
  gateway?: string[];
  authority?: string;
  connect?: string[];
  box?: string;
  again?: boolean;
}

export async function joinCommand(address: string, code: string, options: JoinOptions): Promise<void> {
  const { dir, call, gateway = [], authority, connect = [], box, again = false } = options;
  await inFolder(dir, async (world) => {
    const connections = await withSites(connect, call, Deno.stdin.isTerminal());
    const ask = {
      dir,
      address,
      code,
      call,
      further: gateway,
      ...(authority === undefined ? {} : { authority }),
      connections,
      again,
      ...(box === undefined ? {} : { box }),
    };
    const { file } = await joinGateway(ask, world);
    const told = await askBox(dir, world, { path: "/joined", body: {} });
    await told?.body?.cancel();
    say(`Joined ${file.instance || file.gateways[0]} as ${file.box} (${file.call}). It transmits nothing.`);
    for (const connection of file.connections) say(`It will listen to ${connection}`);
    for (const line of siteless(file.connections, file.call)) say(line);
    if (file.connections.length === 0) say(`It listens to nothing yet: add connections to ${dir}/box.json`);
    say(told ? "The running box goes on under the new key." : `Start it: main.ts box run --dir ${dir}`);
  });
}
