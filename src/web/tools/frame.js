// The frame of one tool: it has no origin, starts the tool's worker, and carries messages between it and the page.
(() => {
  "use strict";
  /** A worker that gets past its own pace by so much is ended: its messages would hold up the page. */
  const MOST_A_SECOND = 1000;
  /** Most bytes of a file that is fetched for the page: a script may be so large. */
  const FILE_BYTES = 512 << 10;
  const prelude = document.getElementById("prelude").textContent;
  const up = (message) => parent.postMessage(message, "*");
  let worker, count = 0, since = 0;

  const end = (why) => {
    worker?.terminate();
    up({ type: "ended", why });
  };
  const start = (load) => {
    const address = URL.createObjectURL(new Blob([prelude], { type: "text/javascript" }));
    worker = new Worker(address);
    worker.onmessage = ({ data }) => {
      const now = Math.floor(performance.now() / 1000);
      if (now !== since) [since, count] = [now, 0];
      if (++count > MOST_A_SECOND) end("flood");
      else up(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      up({ type: "error", text: String(event.message).slice(0, 500) });
    };
    worker.postMessage(load);
  };
  const fetched = async (address) => {
    const answer = await fetch(address, {
      credentials: "omit",
      redirect: "follow",
      referrerPolicy: "no-referrer",
    });
    if (!answer.ok) throw new Error("status " + answer.status);
    const parts = [];
    let size = 0;
    for (const reader = answer.body.getReader();;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > FILE_BYTES) {
        await reader.cancel();
        throw new Error("too large");
      }
      parts.push(value);
    }
    return await new Blob(parts).arrayBuffer();
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    if (worker) worker.postMessage(data);
    else if (data.type === "load") start(data);
    else if (data.type === "fetch") {
      fetched(data.address).then(
        (bytes) => up({ type: "fetched", bytes }),
        (error) => up({ type: "fetched", error: String(error).slice(0, 300) }),
      );
    }
  });
  up({ type: "ready" });
})();
