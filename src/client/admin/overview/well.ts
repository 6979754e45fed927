/** The parts of the traffic light that the setup checklist decides, and what each says while it is well. */
import { type AdminKey, tell } from "../tell.ts";
import { type CheckLine, saidValues } from "./check_line.ts";

/** The lines of the setup checklist that decide how each part is. */
export const PARTS = {
  neighbours: ["peers", "gaps", "hub", "spokes", "neighbours", "circuits", "name"],
  mail: ["SMTP_URL", "partners"],
  disk: ["DISK"],
  backup: ["BACKUP", "REPLICA"],
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

/** What a part that is well says: how old the copy is, how much room is left. */
export function sayWell(part: Part, lines: readonly Pick<CheckLine, "values">[]): string {
  const values = Object.assign({}, ...lines.map(saidValues)) as CheckLine["values"];
  const well = tell("light.well");
  switch (part) {
    case "backup": {
      const { hours } = values;
      if (hours === undefined) return well;
      return Number(hours) < 48
        ? tell("light.backup.hours", { n: hours })
        : tell("light.backup.days", { n: Math.floor(Number(hours) / 24) });
    }
    case "disk":
      return values.free === undefined ? well : tell("light.disk.go", values);
    case "update":
      return tell(`light.update.${values.asked}` as AdminKey, values);
    case "neighbours":
      return values.followed ? tell("light.neighbours.go", { n: values.followed }) : well;
    case "mail":
      return values.partners ? tell("light.mail.go", { n: values.partners }) : well;
  }
}
