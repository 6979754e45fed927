/**
 * Tests in real time: over sound, or in a browser. A busy machine starves a modem of its samples and a page of its frames;
 * what fails once is tried once more, and what fails twice is a defect. The first failure is printed.
 */
export async function onceMore(name: string, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (first) {
    console.log(`once more: ${name}: ${first}`);
    await run();
  }
}
