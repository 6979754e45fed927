/** What is plugged in here and which programs it needs, for whoever asks: nothing of it is loaded before. */
export { deviceLines, hostDevices } from "./devices.ts";
export { missingPrograms, programsOf } from "./programs.ts";
