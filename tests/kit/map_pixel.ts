/** What is drawn on the big map, which no element tells. */
import type { Phone } from "./phone.ts";

/** The colour in the middle of the map. */
export async function middleOfMap(phone: Phone): Promise<string> {
  const { x, y } = await phone.tab.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector(".big-map").getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`) as { x: number; y: number };
  const clip = { x, y, width: 1, height: 1, scale: 1 };
  const { data } = await phone.tab.send("Page.captureScreenshot", { format: "png", clip });
  await phone.tab.evaluate(`{
    const picture = new Image();
    globalThis.middle = undefined;
    picture.onload = () => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.drawImage(picture, 0, 0);
      globalThis.middle = "rgb(" + [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).join(", ") + ")";
    };
    picture.src = "data:image/png;base64,${data}";
  }`);
  await phone.tab.until("globalThis.middle !== undefined");
  return await phone.tab.evaluate("globalThis.middle") as string;
}

/** A token as the colour that it is in the page. */
export const colourOf = (phone: Phone, token: string): Promise<unknown> =>
  phone.tab.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(${token})";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);
