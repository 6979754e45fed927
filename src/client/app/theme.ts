/** Runs before the first paint and sets the look that was chosen on this device, so that no page flashes white at night. */
const LOOKS = ["light", "dark", "sun", "night"];

let chosen: string | null = null;
try {
  chosen = localStorage.getItem("look");
} catch {
  // A browser that forbids storage follows the system.
}
if (chosen === null || !LOOKS.includes(chosen)) {
  chosen = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
document.documentElement.dataset.theme = chosen;

export {};
