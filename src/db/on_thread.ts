/**
 * Runs a program on a thread of its own: what reads a whole database holds nobody up. The program is a text, so that it is
 * there however the executable was built; it is given one message and answers until `isLast` has seen its last one.
 */
export async function onThread<Told>(
  program: string,
  given: unknown,
  isLast: (told: Told) => boolean = () => true,
): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const thread = new Worker(`data:text/javascript,${encodeURIComponent(program)}`, { type: "module" });
  thread.onmessage = ({ data }: MessageEvent<Told>) => {
    if (isLast(data)) resolve(data);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  thread.postMessage(given);
  try {
    return await promise;
  } finally {
    thread.terminate();
  }
}
