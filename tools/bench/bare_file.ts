/** The peer of the tiles: ranges of a file under `Deno.serve`, read and sent with nothing asked and nothing checked. */
const file = Deno.openSync(Deno.env.get("ARCHIVE")!);
const { size } = file.statSync();
const room = new Uint8Array(64 * 1024);

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen: () => {} }, (request) => {
  const asked = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
  if (!asked) return new Response("ok");
  const [from, to] = [Number(asked[1]), Number(asked[2])];
  const bytes = room.subarray(0, to - from + 1);
  file.seekSync(from, Deno.SeekMode.Start);
  file.readSync(bytes);
  return new Response(bytes, {
    status: 206,
    headers: {
      "content-type": "application/vnd.pmtiles",
      "content-range": `bytes ${from}-${to}/${size}`,
      "access-control-allow-origin": "*",
    },
  });
});
