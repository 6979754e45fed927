/**
 * Hosts on a network of their own: each is a set of namespaces (network, mounts, name) on one bridge. Real
 * programs run in them, without touching the machine's own network. Needs root.
 */
import { join } from "node:path";
import { program } from "./test_data.ts";
import { eventually } from "./eventually.ts";

export { eventually };

export const NEEDS_LAN = ["unshare", "nsenter", "ip", "mount"];
export const NEEDS_AVAHI = ["avahi-daemon", "avahi-browse", "avahi-publish", "avahi-resolve", "dbus-daemon"];

export const lanThere = (): boolean => Deno.uid() === 0 && NEEDS_LAN.every((name) => program(name));
export const avahiThere = (): boolean => lanThere() && NEEDS_AVAHI.every((name) => program(name));
export const HOW_TO_GET_AVAHI = "as root: apt-get install avahi-daemon avahi-utils iproute2";

interface Outcome {
  code: number;
  out: string;
}

async function run(command: string[]): Promise<Outcome> {
  const [program, ...args] = command;
  const { code, stdout, stderr } = await new Deno.Command(program!, { args, stdin: "null" }).output();
  return { code, out: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

async function must(command: string[]): Promise<string> {
  const { code, out } = await run(command);
  if (code !== 0) throw new Error(`${command.join(" ")}: ${out}`);
  return out;
}

/** A set of namespaces that lives until it is ended, with everything in it. */
class Space {
  private constructor(readonly holder: Deno.ChildProcess) {}

  get pid(): number {
    return this.holder.pid;
  }

  static async make(): Promise<Space> {
    const holder = new Deno.Command("unshare", {
      args: ["--net", "--mount", "--uts", "sleep", "infinity"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    // Once it is `sleep`, it is inside.
    await eventually("a namespace", async () => {
      const { out } = await run(["ps", "-o", "comm=", "-p", String(holder.pid)]);
      return out.trim() === "sleep";
    });
    return new Space(holder);
  }

  /** The command as it runs inside: in the place of the process that enters, so that a signal reaches it. */
  inside = (...command: string[]): string[] => [
    ...["nsenter", "--target", String(this.pid), "--net", "--mount", "--uts", "--"],
    ...command,
  ];

  async end(): Promise<void> {
    this.holder.kill("SIGKILL");
    await this.holder.status;
  }
}

export class LanHost {
  readonly #running: Deno.ChildProcess[] = [];

  constructor(readonly space: Space, readonly name: string, readonly address: string) {}

  /** The command as it runs on this host. */
  inside = (...command: string[]): string[] => this.space.inside(...command);
  run = (...command: string[]): Promise<Outcome> => run(this.inside(...command));
  must = (...command: string[]): Promise<string> => must(this.inside(...command));

  /** Starts a program that goes on until the host ends, or is stopped. */
  start(...command: string[]): { stop(): Promise<void> } {
    const [program, ...args] = this.inside(...command);
    const child = new Deno.Command(program!, { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
    this.#running.push(child);
    return {
      stop: async () => {
        try {
          child.kill("SIGTERM");
        } catch {
          // It has ended already.
        }
        await child.status;
      },
    };
  }

  /** Starts the system's message bus and avahi, under this host's name. */
  async avahi(folder: string): Promise<{ log(): Promise<string>; stop(): Promise<void> }> {
    const log = join(folder, `avahi-${this.name}.log`), conf = join(folder, `avahi-${this.name}.conf`);
    await Deno.writeTextFile(
      conf,
      "[server]\nuse-ipv6=no\n[wide-area]\nenable-wide-area=no\n[publish]\npublish-workstation=no\n[rlimits]\n",
    );
    await this.must(
      "sh",
      "-c",
      // Others enter these folders, whatever the mask of the process is: tests of commands set it.
      "umask 022 && mount -t tmpfs none /run && mkdir -p /run/dbus /run/avahi-daemon && chown avahi:avahi /run/avahi-daemon",
    );
    this.start("dbus-daemon", "--system", "--nofork", "--nopidfile", "--nosyslog");
    await this.must("sh", "-c", "until [ -S /run/dbus/system_bus_socket ]; do sleep 0.05; done");
    // By its path: an ordinary user's PATH lacks the folder where Debian keeps it.
    const avahi = program("avahi-daemon")!;
    const daemon = this.start("sh", "-c", `exec ${avahi} --file ${conf} --no-chroot >${log} 2>&1`);
    const read = () => Deno.readTextFile(log).catch(() => "");
    try {
      await eventually(
        `avahi on ${this.name}`,
        async () => (await read()).includes("Server startup complete"),
      );
    } catch (error) {
      console.log(await read());
      throw error;
    }
    return {
      log: read,
      stop: async () => {
        await this.run(avahi, "--kill");
        await daemon.stop();
      },
    };
  }

  /** What avahi finds of a kind, as `name address port texts`. */
  async browse(kind = "_svc._tcp"): Promise<string[]> {
    const out = await this.must("avahi-browse", "--resolve", "--terminate", "--parsable", kind);
    return out.split("\n").filter((line) => line.startsWith("=")).map((line) => {
      const [, , , name, , , host, address, port, ...texts] = line.split(";");
      return `${name} ${host} ${address} ${port} ${texts.join(";").split(" ").sort().join(" ")}`;
    });
  }

  async end(): Promise<void> {
    for (const child of this.#running) {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    }
    await Promise.all(this.#running.map((child) => child.status));
    await this.space.end();
  }
}

export class Lan {
  readonly #hosts: LanHost[] = [];

  private constructor(readonly bridge: Space) {}

  static async make(): Promise<Lan> {
    const bridge = await Space.make();
    const lan = new Lan(bridge);
    await must(bridge.inside("ip", "link", "add", "br0", "type", "bridge", "mcast_snooping", "0"));
    await must(bridge.inside("ip", "link", "set", "br0", "up"));
    return lan;
  }

  /** A further host, with `lan0` at this address of a /24. */
  async host(name: string, address: string): Promise<LanHost> {
    const host = new LanHost(await Space.make(), name, address);
    this.#hosts.push(host);
    await host.must("hostname", name);
    await host.must("ip", "link", "set", "lo", "up");
    await this.plug(host, "lan0", address);
    return host;
  }

  /** One more interface of a host on the same bridge. */
  async plug(host: LanHost, link: string, address: string): Promise<void> {
    const port = `p${this.#plugs++}`;
    const peer = ["type", "veth", "peer", "name", link, "netns", String(host.space.pid)];
    await must(this.bridge.inside("ip", "link", "add", port, ...peer));
    await must(this.bridge.inside("ip", "link", "set", port, "master", "br0", "up"));
    await host.must("ip", "addr", "add", `${address}/24`, "dev", link);
    await host.must("ip", "link", "set", link, "up");
  }
  #plugs = 0;

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.end()));
    await this.bridge.end();
  }
}
