/** The document in which a tool runs: both of its scripts, in one piece. */
import frame from "./frame.js" with { type: "text" };
import worker from "./worker.js" with { type: "text" };

export const PAGE = `<!doctype html><meta charset="utf-8"><title>tool</title>` +
  `<script type="text/plain" id="prelude">${worker}</script><script>${frame}</script>`;
