/** The peer of the cheap route: Hono with nothing around it. */
import { Hono } from "hono";

const app = new Hono();
app.get("/health", (context) => context.json({ ok: true }));
// The same with the one header more that every answer of the gateway has to carry (cross-origin).
const wrapped = { "access-control-allow-origin": "*" };
app.get("/wrapped", (context) => context.json({ ok: true }, 200, wrapped));
Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
