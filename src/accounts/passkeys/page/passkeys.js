// The sign-in page's script: passkey ceremonies in the browser. Bundled into passkeys.bundle.js by tools/bundle_pages.ts.
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

const element = (id) => document.getElementById(id);
const say = (text, bad = false) => {
  const line = element("outcome");
  line.textContent = text;
  line.className = bad ? "bad" : "";
};

async function send(method, path, body) {
  const reply = await fetch(path, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) {
    throw Object.assign(new Error(answer.error ?? `Status ${reply.status}`), { reason: answer.reason });
  }
  return answer;
}

/** Runs one step of a page's button, and says how it went. */
const step = (id, run) => {
  const button = element(id);
  button?.addEventListener("click", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      say("Waiting for your device …");
      await run();
      location.reload();
    } catch (error) {
      say(error.message, true);
    } finally {
      button.disabled = false;
    }
  });
};

const callsign = () => element("callsign")?.value.trim() || undefined;

async function signIn() {
  const { options } = await send("POST", "/auth/passkey/login/begin", { callsign: callsign() });
  const response = await startAuthentication({ optionsJSON: options });
  await send("POST", "/auth/passkey/login/finish", { response, callsign: callsign() });
}

step("sign-in", signIn);

step("register", async () => {
  const email = element("email")?.value.trim() || undefined;
  const begin = () => send("POST", "/auth/passkey/register/begin", { callsign: callsign(), email });
  const { options } = await begin().catch(async (error) => {
    if (error.reason !== "fresh_sign_in") throw error;
    say("First sign in again …");
    await signIn();
    return await begin();
  });
  const response = await startRegistration({ optionsJSON: options });
  await send("POST", "/auth/passkey/register/finish", { response, callsign: callsign() });
});

step("sign-out", () => send("POST", "/auth/logout", {}));

for (const button of document.querySelectorAll("[data-remove]")) {
  button.addEventListener("click", async () => {
    try {
      await send("DELETE", `/auth/passkeys/${button.dataset.remove}`);
      location.reload();
    } catch (error) {
      say(error.message, true);
    }
  });
}
