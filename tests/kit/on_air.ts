/**
 * Tests over sound in real time. A busy machine may starve a modem of its samples, as fading does on the air; a link that
 * fails once is tried once more, and what fails twice is a defect. The first failure is printed.
 */
export function onAir(name: string, run: () => void | Promise<void>): void {
  Deno.test(name, async () => {
    try {
      await run();
    } catch (first) {
      console.log(`once more: ${name}: ${first}`);
      await run();
    }
  });
}
