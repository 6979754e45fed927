/** Request bodies: taken with a limit of bytes and of time, so that nobody holds memory or a connection for long. */
import { Failure, failures } from "../base/mod.ts";

/** Most bytes of a request body, on any path (API "General behaviour" 2): 20 MB. */
export const BODY_LIMIT = 20_000_000;

export const bodyFailure = failures({
  body_too_large: ["too_large", { limit: "number" }],
  body_broken: "invalid",
  body_slow: "timeout",
  too_many_bodies: ["limited", { bytes: "number", retryAfter: "number" }],
});

/** How slowly a body may come. Made for packet radio: 500 bytes a second are enough, twenty seconds of silence too many. */
export interface Patience {
  /** Longest time without a byte, in milliseconds. */
  silenceMs: number;
  /** Time before the mean rate counts, in milliseconds. */
  graceMs: number;
  /** Least mean rate after that. */
  bytesPerSecond: number;
}
export const PATIENCE: Patience = { silenceMs: 20_000, graceMs: 30_000, bytesPerSecond: 500 };

const tooLarge = (limit: number) =>
  bodyFailure.body_too_large({ limit }, `The request body is larger than ${limit} bytes`);

const declaredLength = (request: Request): number => Number(request.headers.get("content-length") ?? NaN);

/** Refuses a declared length past the limit before a byte is read. */
export function refuseLarge(request: Request, limit: number): void {
  if (declaredLength(request) > limit) throw tooLarge(limit);
}

let coming = 0;

/** Bodies that are being taken now: each of them moves, since `Patience` refuses those that stand still. */
export const bodiesComing = (): number => coming;

/** Bytes taken from the connection at once. */
const GULP = 64 * 1024;

/**
 * Takes the body piece by piece and passes each to `take`, at most `limit` bytes in all. Throws a refusal: 413 above
 * that, 400 where the body broke off, 408 where it came too slowly. One small buffer is used for all pieces, so that
 * a body which nobody keeps costs no memory.
 */
async function gulps(
  request: Request,
  limit: number,
  patience: Patience,
  take: (gulp: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  refuseLarge(request, limit);
  if (!request.body) return;
  const next = gulper(request.body);
  let [size, seen, waitedMs, slow] = [0, 0, 0, false];
  const tick = patience.silenceMs / 2;
  let silentMs = 0;
  const timer = setInterval(() => {
    waitedMs += tick;
    silentMs = size === seen ? silentMs + tick : 0;
    seen = size;
    const least = (waitedMs - patience.graceMs) / 1000 * patience.bytesPerSecond;
    if (silentMs < patience.silenceMs && size >= least) return;
    slow = true;
    next(true).catch(() => {});
  }, tick);
  coming++;
  try {
    for (let gulp = await next(); gulp !== undefined; gulp = await next()) {
      size += gulp.length;
      if (size > limit) throw tooLarge(limit);
      take(gulp);
    }
  } catch (error) {
    next(true).catch(() => {});
    if (!slow) throw error instanceof Failure ? error : bodyFailure.body_broken();
  } finally {
    coming--;
    clearInterval(timer);
  }
  if (slow) throw bodyFailure.body_slow();
  if (size < declaredLength(request)) throw bodyFailure.body_broken();
}

/** Reads a stream piece by piece, into one buffer where the stream can fill ours. `cancel` lets go of it. */
function gulper(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): (cancel?: boolean) => Promise<Uint8Array<ArrayBuffer> | undefined> {
  let byob: ReadableStreamBYOBReader;
  try {
    byob = body.getReader({ mode: "byob" });
  } catch {
    // A body that lies in memory already has no buffers to fill.
    const reader = body.getReader();
    return async (cancel) => cancel ? void await reader.cancel() : (await reader.read()).value;
  }
  let buffer = new ArrayBuffer(GULP);
  return async (cancel) => {
    if (cancel) return void await byob.cancel();
    const { done, value } = await byob.read(new Uint8Array(buffer));
    if (value) buffer = value.buffer;
    return done ? undefined : value;
  };
}

/**
 * The body, at most `limit` bytes. Room is made as the bytes come, not as their number is declared; `hold` is called
 * with a number of bytes before they are kept, and may refuse them.
 */
export async function readBody(
  request: Request,
  limit: number,
  patience = PATIENCE,
  hold: (bytes: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = declaredLength(request);
  if (declared <= Math.min(limit, GULP)) {
    hold(declared);
    return await small(request, declared, patience);
  }
  let whole = new Uint8Array(GULP);
  let size = 0;
  await gulps(request, limit, patience, (gulp) => {
    hold(gulp.length);
    if (size + gulp.length > whole.length) {
      const most = declared >= size + gulp.length ? Math.min(declared, limit) : limit;
      const larger = new Uint8Array(Math.min(most, Math.max(2 * whole.length, size + gulp.length)));
      larger.set(whole.subarray(0, size));
      whole = larger;
    }
    whole.set(gulp, size);
    size += gulp.length;
  });
  return whole.length === size ? whole : whole.slice(0, size);
}

/** Reads a body that says it is small, in one go: nearly every request. */
async function small(
  request: Request,
  declared: number,
  patience: Patience,
): Promise<Uint8Array<ArrayBuffer>> {
  const late = Promise.withResolvers<never>();
  const most = patience.silenceMs + declared / patience.bytesPerSecond * 1000;
  const timer = setTimeout(() => late.reject(bodyFailure.body_slow()), most);
  coming++;
  try {
    const bytes = new Uint8Array(await Promise.race([request.arrayBuffer(), late.promise]));
    if (bytes.length === declared) return bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The body broke off: refused below.
  } finally {
    coming--;
    clearTimeout(timer);
  }
  throw bodyFailure.body_broken();
}

/** Reads a body that nobody wants and drops it, so that it is held to 20 MB too. */
export const drain = (request: Request, patience = PATIENCE): Promise<void> =>
  gulps(request, BODY_LIMIT, patience, () => {});
