/** An http port in a process of its own, which may be given few file descriptors. Says its port. */
import { HttpPort } from "../../src/http/mod.ts";
import { testWorld } from "../kit/world.ts";

const port = new HttpPort({
  hostname: "127.0.0.1",
  port: 0,
  world: testWorld(),
  most: 200,
  handler: () => new Response("answered"),
});
console.log(port.addr.port);
