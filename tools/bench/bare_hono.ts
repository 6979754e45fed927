/** The peer of the cheap route: Hono with nothing around it. */
import { Hono } from "hono";

const app = new Hono();
app.get("/health", (context) => context.json({ ok: true }));
Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
