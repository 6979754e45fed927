/** A client of `/ws`. */
import { within } from "./waits.ts";

/** A client that was greeted and collects what it is told; `until` waits for a number of messages. `host`: with its port. */
export async function listen(host: string, subscribe?: object) {
  const socket = new WebSocket(`ws://${host}/ws`);
  const heard: Record<string, unknown>[] = [];
  let wake = () => {};
  socket.onmessage = (message) => {
    heard.push(JSON.parse(message.data));
    wake();
  };
  const closed = new Promise<CloseEvent>((done) => socket.onclose = done);
  const until = async (count: number) => {
    while (heard.length < count) {
      await within(`message ${count}`, new Promise<void>((done) => wake = done));
    }
  };
  await new Promise((done, failed) => {
    socket.onopen = done;
    socket.onerror = failed;
  });
  await until(1);
  if (subscribe) socket.send(JSON.stringify({ type: "subscribe", ...subscribe }));
  return { socket, heard, until, closed };
}
