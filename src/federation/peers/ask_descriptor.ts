/** Asking an address who it is, under the fetch guard (FED "Authentication"). */
import { type FetchGuard, FetchRefused } from "../../base/mod.ts";
import { fedFailure } from "../errors.ts";
import { type Descriptor, MAX_DESCRIPTOR, readDescriptor } from "./descriptor.ts";

const DESCRIPTOR_MS = 8000;

interface Asking {
  guard: FetchGuard;
  isExempt(url: string): boolean;
}

/** What the address shows of itself; throws `no_answer` when it shows nothing. */
export async function askDescriptor({ guard, isExempt }: Asking, base: string): Promise<Descriptor> {
  try {
    const answer = await guard.request({
      url: `${base}/.well-known/svc`,
      maxBytes: MAX_DESCRIPTOR,
      timeoutMs: DESCRIPTOR_MS,
      exempt: isExempt(base),
    });
    const descriptor = answer.status === 200
      ? readDescriptor(JSON.parse(new TextDecoder().decode(answer.bytes)))
      : undefined;
    if (descriptor) return descriptor;
    throw fedFailure.no_answer({}, `${base} shows no descriptor (status ${answer.status})`);
  } catch (error) {
    if (error instanceof FetchRefused) {
      const how = error.reason === "address"
        ? ": name its address in FED_PEERS, or set FED_ALLOW_PRIVATE=1"
        : "";
      throw fedFailure.no_answer({ why: error.reason }, error.message + how);
    }
    if (error instanceof SyntaxError) throw fedFailure.no_answer({}, `${base} shows no descriptor`);
    throw error;
  }
}
