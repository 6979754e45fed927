/** A tree as /proc and /sys of a host have it: two sound cards (one with a pin that keys), a receiver stick, a serial port. */
import { dirname, join } from "node:path";

const FILES: Record<string, string> = {
  "/proc/asound/cards": ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH
                      HDA Intel PCH at 0xf7f10000 irq 31
 1 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-0000:00:14.0-1, full speed
 2 [Speakers       ]: USB-Audio - USB Speakers
                      Maker USB Speakers at usb-0000:00:14.0-2, full speed
`,
  "/proc/asound/pcm": `00-00: ALC269 Analog : ALC269 Analog : playback 1 : capture 1
01-00: USB Audio : USB Audio : playback 1 : capture 1
02-00: USB Audio : USB Audio : playback 1
`,
  "/sys/class/hidraw/hidraw0/device/uevent":
    "DRIVER=hid-generic\nHID_ID=0003:0000046D:0000C52B\nHID_NAME=Mouse\nHID_PHYS=usb-0000:00:14.0-4/input0\n",
  "/sys/class/hidraw/hidraw3/device/uevent":
    "DRIVER=hid-generic\nHID_ID=0003:00000D8C:0000000C\nHID_NAME=USB Audio Device\nHID_PHYS=usb-0000:00:14.0-1/input3\n",
  "/sys/bus/usb/devices/1-1/idVendor": "0d8c\n",
  "/sys/bus/usb/devices/1-1/idProduct": "000c\n",
  "/sys/bus/usb/devices/1-3/idVendor": "0bda\n",
  "/sys/bus/usb/devices/1-3/idProduct": "2838\n",
  "/sys/bus/usb/devices/1-3/serial": "00000144\n",
  "/sys/bus/usb/devices/1-3/product": "RTL2838UHIDIR\n",
  "/sys/bus/usb/devices/1-3:1.0/uevent": "DRIVER=dvb_usb_rtl28xxu\n",
  "/dev/serial/by-id/usb-FTDI_FT232R_A1B2-if00-port0": "",
};

/** Writes it below a folder; `without` leaves out what begins so. */
export function hostTree(folder: string, without = "nothing"): string {
  for (const [path, text] of Object.entries(FILES)) {
    if (path.startsWith(without)) continue;
    Deno.mkdirSync(dirname(join(folder, path)), { recursive: true });
    Deno.writeTextFileSync(join(folder, path), text);
  }
  return folder;
}
