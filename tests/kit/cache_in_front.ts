/** Real HTTP caches in front of a gateway, with the configurations that the README gives. */
import { join } from "node:path";
import { freePort } from "./free_port.ts";
import { fromReadme } from "./readme.ts";
import { program } from "./test_data.ts";

/** Ends a program that a test started. */
const stopped = (child: Deno.ChildProcess) => async () => {
  child.kill("SIGTERM");
  await child.status;
};

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    try {
      await (await fetch(`${url}/health`)).body?.cancel();
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 25));
    }
  }
  throw new Error(`${url} does not answer`);
}

export interface CacheInFront {
  name: string;
  url: string;
  /** Whether an answer came out of the cache. */
  isHit(headers: Headers): boolean;
  stop(): Promise<void>;
}

/** nginx before the gateway on a port of loopback; files lie in `folder`. */
export async function nginx(folder: string, gateway: number): Promise<CacheInFront> {
  const port = freePort();
  const server = fromReadme("nginx")
    .replace("/var/cache/nginx/gateway", join(folder, "cache"))
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replaceAll("127.0.0.1:8787", `127.0.0.1:${gateway}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n");
  const file = join(folder, "nginx.conf");
  await Deno.writeTextFile(
    file,
    `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 512; }
http { access_log off; ${temporary}
${server}}`,
  );
  const child = new Deno.Command(program("nginx")!, {
    args: ["-c", file, "-p", folder, "-e", join(folder, "nginx.log")],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  await answering(url);
  return {
    name: "nginx",
    url,
    isHit: (headers) => ["HIT", "STALE", "UPDATING"].includes(headers.get("x-cache") ?? ""),
    stop: stopped(child),
  };
}

/** Varnish before the gateway on a port of loopback; files lie in `folder`. */
export async function varnish(folder: string, gateway: number): Promise<CacheInFront> {
  const port = freePort();
  const file = join(folder, "default.vcl");
  await Deno.writeTextFile(file, fromReadme("vcl").replace('"8787"', `"${gateway}"`));
  const child = new Deno.Command(program("varnishd")!, {
    args: [
      ...["-F", "-f", file, "-n", join(folder, "varnish"), "-a", `127.0.0.1:${port}`],
      ...["-s", "malloc,64m", "-j", "none", "-p", "thread_pools=1", "-p", "thread_pool_min=10"],
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  await answering(url);
  return {
    name: "Varnish",
    url,
    // A copy that was fetched before carries two request numbers.
    isHit: (headers) => /^\d+ \d+$/.test(headers.get("x-varnish") ?? ""),
    stop: stopped(child),
  };
}
