/** What is entered into a weather console so that it pushes here. Pure. */

type Name = "protocol" | "host" | "port" | "path" | "id" | "password" | "interval";
export type ConsoleSetting = readonly [name: Name, value: string];

/** `url`: where the Weather Underground form is taken; `ecowittPath`: the path of the other, with its key. */
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
      // The console puts its fields behind the question mark.
      ["path", `${url.pathname}?`],
      ["id", call],
      ["password", key],
      interval,
    ],
    ecowitt: [["protocol", "Ecowitt"], ...server, ["path", ecowittPath], interval],
  };
}
