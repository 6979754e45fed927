/** A TCP port that nobody has, for programs that cannot choose one themselves. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}
