/** What a member does, signed in by the operator's link under a made-up call; the account is erased at the end. */
import type { Clause } from "../clause.ts";
import { type Probe, seen, Untried, want } from "../probe.ts";

const PEOPLE = 'API "Accounts, identity, verification"';
type Headers = Readonly<Record<string, string>>;

/** A session of a member with an unverified call. Browsers send an origin: that of the instance. */
export const memberOf = (probe: Probe): Promise<Headers> =>
  probe.once("member", async () => {
    const { callsign } = probe.needs;
    const made = await probe.asOperator("POST", "/auth/operator-link", { callsign });
    if (made.status >= 400) throw new Untried(`the instance gives no link for ${callsign}: ${seen(made)}`);
    // The call belongs to whoever holds it: nothing is done in their name, and nothing of theirs erased.
    if (made.json?.account != null) {
      throw new Untried(`${callsign} has an account there: --callsign names another`);
    }
    const link = new URL(String(made.json?.link)), token = link.searchParams.get("token");
    const origin = link.origin;
    const spent = await probe.ask("POST", "/auth/email/verify", { body: { token }, headers: { origin } });
    const cookie = spent.headers.get("set-cookie")?.split(";")[0];
    want(spent.status === 200 && cookie !== undefined, `the link: ${seen(spent)}`);
    const session = { cookie, origin };
    probe.takeBack(`the account of ${callsign}`, async () => {
      const gone = await probe.ask("POST", `/api/account/${callsign}/delete`, { body: {}, headers: session });
      want(gone.status === 200, seen(gone));
    });
    return session;
  });

export const MEMBERS: readonly Clause[] = [
  {
    id: "operator-link",
    of: PEOPLE,
    says: "an operator's link signs in once, and the session names its call",
    look: async (probe) => {
      const headers = await memberOf(probe);
      const { json } = await probe.get("/auth/session", headers);
      want(json?.callsign === probe.needs.callsign, `the session names ${json?.callsign}`);
      const again = await probe.ask("POST", "/auth/email/verify", {
        body: { token: "conform-spent" },
        headers: { origin: headers.origin! },
      });
      want(again.status >= 400 && again.headers.get("set-cookie") === null, `a wrong token: ${seen(again)}`);
    },
  },
  {
    id: "foreign-page",
    of: 'API "Cross-origin and addresses"',
    says: "a page of another origin writes nothing with the member's cookie",
    look: async (probe) => {
      const { cookie = "" } = await memberOf(probe);
      const headers = { cookie, origin: "https://conform.invalid" };
      const answer = await probe.ask("POST", "/api/keys", { body: { name: "conform" }, headers });
      want(answer.status === 403 || answer.status === 401, seen(answer));
    },
  },
  {
    id: "keys",
    of: 'API "API key management"',
    says: "a key is said once, opens /api/v1/key, is listed without itself, and is dead when revoked",
    look: async (probe) => {
      const headers = await memberOf(probe);
      const made = await probe.ask("POST", "/api/keys", { body: { name: "conform" }, headers });
      const { key, id } = made.json ?? {};
      want(made.status < 300 && typeof key === "string", seen(made));
      const own = await probe.get("/api/v1/key", { "x-api-key": key });
      want(own.status === 200 && own.json?.name === "conform", `it opens nothing: ${seen(own)}`);
      const list = await probe.get("/api/keys", headers);
      want(list.status === 200 && !list.text.includes(key), "the list says the whole key");
      const of = id ?? list.json?.keys?.find((one: { name: string }) => one.name === "conform")?.id;
      await probe.ask("DELETE", `/api/keys/${of}`, { headers });
      const dead = await probe.get("/api/v1/key", { "x-api-key": key });
      want(dead.status === 401, `revoked: ${seen(dead)}`);
    },
  },
  {
    id: "hide-verified",
    of: 'API "Errors"',
    says: "a call that is not verified hides nothing (403), and transmits nothing",
    look: async (probe) => {
      const headers = await memberOf(probe);
      const body = { title: "conform", lat: 0.5, lon: 0.5, type: "traditional" };
      const hide = await probe.ask("POST", "/api/caches", { body, headers });
      const id = hide.json?.id;
      if (hide.status < 300 && id !== undefined) {
        probe.takeBack(`cache ${id}`, async () => {
          const reason = "written by conform", kind = "cache";
          const gone = await probe.asOperator("POST", "/api/admin/moderation/remove", { kind, id, reason });
          want(gone.status < 300, seen(gone));
        });
      }
      want(hide.status === 403, `hiding: ${seen(hide)}`);
      const beacon = { kind: "message", addressee: probe.needs.callsign, text: "conform" };
      const tx = await probe.ask("POST", "/api/tx/aprs", { body: beacon, headers });
      want(tx.status === 403, `transmitting: ${seen(tx)}`);
    },
  },
  {
    id: "no-operator",
    of: 'API "Gates"',
    says: "a member is no operator",
    look: async (probe) => {
      const headers = await memberOf(probe);
      for (const path of ["/api/admin/settings", "/api/admin/boxes", "/federation/peers"]) {
        const answer = await probe.get(path, headers);
        want(answer.status === 403 || answer.status === 401, `${path}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "watch",
    of: 'API "Live and misc"',
    says: "what a member watches is listed, and gone when it is taken off",
    look: async (probe) => {
      const headers = await memberOf(probe), { callsign } = probe.needs;
      const put = await probe.ask("POST", "/api/watch", { body: { callsign }, headers });
      want(put.status < 300, seen(put));
      const list = await probe.get("/api/watch", headers);
      want(list.text.includes(callsign), `it is not listed: ${seen(list)}`);
      const [first] = Object.values(list.json ?? {}).find(Array.isArray) ?? [], id = first?.id;
      const off = await probe.ask("DELETE", `/api/watch/${id}`, { headers });
      want(off.status < 300, `taken off: ${seen(off)}`);
      want(!(await probe.get("/api/watch", headers)).text.includes(callsign), "it is listed still");
    },
  },
];
