/** The parts of the traffic light that the setup checklist decides, and what each says while it is well. */
import { type AdminKey, tell } from "../tell.ts";
import { type CheckLine, saidValues } from "./check_line.ts";

/** The lines of the setup checklist that decide how each part is. */
export const PARTS = {
  neighbours: ["peers", "gaps", "hub", "spokes", "neighbours", "circuits", "name"],
  mail: ["SMTP_URL"],
  partners: ["partners", "fed-bbs"],
  push: ["VAPID_PRIVATE_KEY"],
  clock: ["CLOCK"],
  disk: ["DISK"],
  backup: ["BACKUP", "REPLICA"],
  elsewhere: ["ELSEWHERE"],
  update: ["UPDATE_CHECK"],
} as const;
export type Part = keyof typeof PARTS;

/** The number that says most of a part: the room that is left, the neighbours that are followed, the version that runs. */
export function valueOf(part: Part, lines: readonly Pick<CheckLine, "values">[]): string | undefined {
  const values = Object.assign({}, ...lines.map(saidValues)) as CheckLine["values"];
  const named: Partial<Record<Part, unknown>> = {
    disk: values.free,
    neighbours: values.followed,
    update: values.version ?? values.value,
  };
  return named[part] === undefined ? undefined : String(named[part]);
}

/** What a part that is well says: how old the copy is and what it holds, how much room is left. */
export function sayWell(part: Part, lines: readonly Pick<CheckLine, "values">[]): string {
  const values = Object.assign({}, ...lines.map(saidValues)) as CheckLine["values"];
  const well = tell("light.well");
  switch (part) {
    case "backup": {
      const { hours } = values;
      if (hours === undefined) return well;
      return [
        Number(hours) < 48
          ? tell("light.backup.hours", { n: hours })
          : tell("light.backup.days", { n: Math.floor(Number(hours) / 24) }),
        ...(values.holds === undefined ? [] : [tell(`light.backup.${values.holds}` as AdminKey)]),
        ...(values.seconds === undefined ? [] : [tell("light.backup.tried", {
          s: values.seconds,
          caches: tell("ground.trial.caches", { n: values.caches! }),
          secrets: tell(`ground.trial.secrets.${values.secrets}` as AdminKey),
        })]),
      ].join(" ");
    }
    case "disk":
      return values.free === undefined ? well : tell("light.disk.go", values);
    case "update":
      return tell(`light.update.${values.asked}` as AdminKey, values);
    case "neighbours":
      return values.followed ? tell("light.neighbours.go", { n: values.followed }) : well;
    case "mail":
      return values.when === undefined ? well : tell("light.mail.go", values);
    case "elsewhere":
      return values.when === undefined ? well : tell("light.elsewhere.go", values);
    case "push":
      return values.when === undefined ? well : tell("light.push.go", values);
    case "clock":
      return well;
    case "partners":
      return values.partners ? tell("light.partners.go", { n: values.partners }) : well;
  }
}
