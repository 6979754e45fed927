/**
 * Settings: each declared once, with type, range, default, group, label and hint; resolved as environment > saved >
 * default. Owns the table `setting`. Refuses what does not fit, naming key and what it takes, never the value.
 */
export * from "./catalogue/mod.ts";
export { trustLine } from "./check_line.ts";
export { GROUPS, type Setting } from "./declare.ts";
export * from "./derived.ts";
export { shortSecrets, startProblems, usableSecrets } from "./secrets.ts";
export { envLine, HostFile } from "./host_file.ts";
export * as forms from "./forms.ts";
export {
  type Environment,
  type EnvironmentView,
  settingFailure,
  Settings,
  type SettingView,
  textOf,
} from "./settings.ts";
export { isQuiet } from "./quiet.ts";
export { sayUnread, unreadNames } from "./misspelt.ts";
