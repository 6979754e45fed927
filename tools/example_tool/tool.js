// An example of a tool: it counts who is heard, shows the ten most frequent, and answers `often OE1XYZ`.
// The sandbox runs this file as the body of a function (register, ipc, tool) in a worker of its own.
const heard = new Map();

function often(call) {
  return heard.get(call.trim().toUpperCase()) ?? 0;
}

function drawn() {
  const most = [...heard].sort((a, b) => b[1] - a[1]).slice(0, 10);
  return {
    title: "Who was heard",
    nodes: [
      { kind: "kv", key: "Stations", value: String(heard.size) },
      { kind: "table", head: ["Call", "Packets"], rows: most.map(([call, n]) => [call, String(n)]) },
    ],
  };
}

// Everything is registered while the script runs. Without the permission of the same name, this throws.
register({
  commands: {
    often: (args) => `${args.trim().toUpperCase()} was heard ${often(args)} times`,
    forget: () => (heard.clear(), tool.setPanel(drawn()), "forgotten"),
  },
  panel: drawn(),
  // Rows of lists of packets are coloured by names of tokens; a rule may also hide them.
  colourRules: [{ textIncludes: "73", colorVar: "--st-cacher" }],
});

// Each packet that is heard while the app is open.
tool.on("on_frame", ({ peerCall }) => {
  heard.set(peerCall, (heard.get(peerCall) ?? 0) + 1);
  // A page of a day hears many: what is rare is forgotten first.
  if (heard.size > 500) heard.delete([...heard].sort((a, b) => a[1] - b[1])[0][0]);
  tool.setPanel(drawn());
});

tool.log("ready");
