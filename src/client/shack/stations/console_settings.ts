/** The settings to enter into a weather console so that it sends its values here. Pure. */

type Name = "protocol" | "host" | "port" | "path" | "id" | "password" | "interval";
/** The name and the value of a setting. */
export type ConsoleSetting = readonly [name: Name, value: string];

/** `url`: the address for the protocol of Weather Underground; `ecowittPath`: the path for Ecowitt's, with the key. */
export function consoleSettings(
  url: URL,
  ecowittPath: string,
  call: string,
  key: string,
): { wu: ConsoleSetting[]; ecowitt: ConsoleSetting[] } {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const server: ConsoleSetting[] = [["host", url.hostname], ["port", port]];
  const interval: ConsoleSetting = ["interval", "60"];
  return {
    wu: [
      ["protocol", "Wunderground"],
      ...server,
      // The console adds its values after the question mark.
      ["path", `${url.pathname}?`],
      ["id", call],
      ["password", key],
      interval,
    ],
    ecowitt: [["protocol", "Ecowitt"], ...server, ["path", ecowittPath], interval],
  };
}
