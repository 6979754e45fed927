// Says whether this device trusts the gateway: whether an https address of it answers to a page here.
const live = document.getElementById("live");
const addresses = JSON.parse(live.dataset.addresses);
const AGAIN_MS = 3000;

// A browser that was told to go on in spite of a warning answers fetch(), but lets no worker in: it is not trusted.
async function trustedHere() {
  try {
    const worker = await navigator.serviceWorker.register("/trust/worker.js", { scope: "/trust/check" });
    await worker.unregister();
    return true;
  } catch {
    return false;
  }
}

async function answers(address) {
  if (address === location.origin) return await trustedHere();
  try {
    return (await fetch(`${address}/trust/check`, { cache: "no-store", credentials: "omit" })).ok;
  } catch {
    return false;
  }
}

async function look() {
  for (const address of addresses) {
    if (!await answers(address)) continue;
    live.dataset.state = "trusted";
    live.textContent = `${live.dataset.trusted} `;
    const link = document.createElement("a");
    link.href = address;
    link.textContent = address;
    live.append(link);
    return;
  }
  live.dataset.state = "untrusted";
  live.textContent = live.dataset.untrusted;
  setTimeout(look, AGAIN_MS);
}

look();
