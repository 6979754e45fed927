/** The peer of the live room: every socket in a set, and one loop that sends a text to each. Speaks on /say?n=&bytes=. */
const sockets = new Set<WebSocket>();

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen: () => {} }, (request) => {
  const url = new URL(request.url);
  if (url.pathname === "/ws") {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => sockets.add(socket);
    socket.onclose = () => sockets.delete(socket);
    return response;
  }
  if (url.pathname === "/say") {
    const text = "x".repeat(Number(url.searchParams.get("bytes")));
    for (let n = Number(url.searchParams.get("n")); n > 0; n--) {
      for (const socket of sockets) socket.send(text);
    }
  }
  return new Response("ok");
});
