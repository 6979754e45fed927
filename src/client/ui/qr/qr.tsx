/** A QR code on a page; the library that makes it is loaded when one is shown. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Fields, QrDrawing } from "./qr_drawing.tsx";

/** `label`: says for screen readers what the code leads to. */
export function Qr({ text, label }: { text: string; label: string }) {
  const fields = useSignal<Fields | undefined>(undefined);
  useEffect(() => {
    void import("./qr_fields.ts").then(({ encode }) => fields.value = encode(text, { ecc: "M", border: 0 }));
  }, [text]);
  return fields.value ? <QrDrawing fields={fields.value} label={label} /> : null;
}
