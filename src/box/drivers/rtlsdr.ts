/** `rtlsdr://00000001?mhz=144.8&site=…`: a receiver stick, by its serial number. `rtl_fm` hears, Direwolf reads. */
import type { Driver } from "./driver.ts";
import { DIREWOLF_CAUSES } from "./sound.ts";
import { speedProblem } from "../config/sound_address.ts";

/** What the sticks' tuners reach. */
const LEAST_MHZ = 24, MOST_MHZ = 1766;
const RATE = "24000";
/** `rtl_fm` where no stick is plugged in, or none with this serial number. */
const NO_STICK = /^No (?:supported|matching) devices found/;
const MHZ = /^\d{2,4}(\.\d{1,6})?$/, GAIN = /^\d{1,2}(\.\d)?$/, PPM = /^-?\d{1,3}$/;

export const rtlsdr: Driver = {
  scheme: "rtlsdr",
  port: "kiss",
  via: "rf",
  namesSite: true,
  transmits: false,
  causes: DIREWOLF_CAUSES,
  settings: [
    { name: "mhz", takes: "the frequency in megahertz: 144.8 in Europe, 144.39 in North America" },
    { name: "site", takes: "the call of the receiving station, where this is this box's own receiver" },
    { name: "gain", takes: "decibels; what the stick finds right without" },
    { name: "ppm", takes: "by how many millionths the stick's clock is wrong" },
    { name: "baud", takes: "speed on the air: 300, 1200 or 9600; 1200 without" },
  ],
  problem({ device, host, query }) {
    if (device !== "" || !/^[A-Za-z0-9._-]{1,64}$/.test(host)) {
      return "rtlsdr: takes a stick's serial number, as rtlsdr://00000001?mhz=144.8";
    }
    const mhz = query.get("mhz") ?? "", gain = query.get("gain"), ppm = query.get("ppm");
    if (!MHZ.test(mhz) || Number(mhz) < LEAST_MHZ || Number(mhz) > MOST_MHZ) {
      return `mhz takes ${LEAST_MHZ} to ${MOST_MHZ}, not '${mhz}'`;
    }
    if (gain !== undefined && !GAIN.test(gain)) return `gain takes 0 to 99 decibels, not '${gain}'`;
    if (ppm !== undefined && !PPM.test(ppm)) return `ppm takes -999 to 999, not '${ppm}'`;
    return speedProblem(query);
  },
  open: async (address, here, stop) => {
    const [{ openDirewolf }, { stickConf }] = await Promise.all([
      import("./direwolf_line.ts"),
      import("../radio/conf.ts"),
    ]);
    const { host, query } = address, gain = query.get("gain"), ppm = query.get("ppm");
    return await openDirewolf(
      {
        name: host,
        conf: stickConf(address, here.call),
        args: ["-n", "1", "-r", RATE, "-b", "16"],
        source: {
          program: "rtl_fm",
          args: [
            ...["-d", host, "-f", `${query.get("mhz")}M`, "-s", RATE],
            ...(gain === undefined ? [] : ["-g", gain]),
            ...(ppm === undefined ? [] : ["-p", ppm]),
            "-",
          ],
          missing: { says: NO_STICK, sentence: `there is no receiver stick ${host}` },
        },
        sends: false,
      },
      here,
      stop,
    );
  },
};
