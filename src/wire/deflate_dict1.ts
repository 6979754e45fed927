/**
 * The preset dictionary of `deflateDict1` (FED "Packet circuit line protocol"): parts of frames in canonical CBOR,
 * the rarest kind first and caches last, since near matches cost less. Its name is its version: these bytes never
 * change, and another dictionary gets another name.
 */
/** The bytes themselves. */
export const DEFLATE_DICT1: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from(
    "owFZAacBCQJ1OmFuc3dlcjoxNzkwMDAwMDAwMDAwA2AEGwAAAaDEUGwABRpqsTuABmAHo2ZzdGF0dXNib2tncGFnZUI2NGBoZnJh" +
      "bWVCNjRgAngrA1hAowFZAacBCAJ0OnF1ZXJ5OjE3OTAwMDAwMDAwMDADYAQbAAABoMRQbAAFGmqxO4AGYAeiYm9wYGZwYXJhbXOk" +
      "ZHR5cGVlY2FjaGVlbGltaXQYGWVzaW5jZQBocXVlc3Rpb25gAngrA1hAowFZAacBBwJ4HDpwZWVyOmFubm91bmNlOjE3OTAwMDAw" +
      "MDAwMDADYAQbAAABoMRQbAAFGmqxO4AGYAejZGNhbGxgZ3BhcnRpYWz1aWVuZHBvaW50c4ajZ2FkZHJlc3NoaHR0cHM6Ly9ocHJp" +
      "b3JpdHkKaXRyYW5zcG9ydGVodHRwc6NnYWRkcmVzc2BocHJpb3JpdHkYMml0cmFuc3BvcnRlNDRuZXSjZ2FkZHJlc3NgaHByaW9y" +
      "aXR5GDJpdHJhbnNwb3J0ZGF4MjWhaXRyYW5zcG9ydGZoYW1uZXShaXRyYW5zcG9ydGZuZXRyb22haXRyYW5zcG9ydGNiYnMCeCsD" +
      "WECjAVkBpwEGAnM6bW92ZToxNzkwMDAwMDAwMDAwA2AEGwAAAaDEUGwABRpqsTuABmAHp2J0b2Bja2V5YGNzaWdgZGNhbGxgZGZy" +
      "b21gZ21vdmVkQXQaarE7gGhzaWduZWRBdBpqsTuAAngrA1hAowFZAacBBAJ3OmJ1bGxldGluOjE3OTAwMDAwMDAwMDADYAQbAAAB" +
      "oMRQbAAFGmqxO4AGYAenYnRvZkFMTEBXV2NiaWRgZGZyb21gZHRleHR4IFRoZSBhbmQgZm9yIHlvdSBhcmUgdGhpcw0KNzMgZGUg" +
      "Z3N1YmplY3RgaHBvc3RlZEF0GmqxO4BpZXhwaXJlc0F0GmqxO4ACeCsDWECjAVkBpwEDAnI6a2V5OjE3OTAwMDAwMDAwMDADYAQb" +
      "AAABoMRQbAAFGmqxO4AGYAelY2tleWBkY2FsbGBnYWRkZWRBdBpqsTuAaHZlcmlmaWVk9WlyZXZva2VkQXQaarE7gAJ4KwNYQKMB" +
      "WQGnAQUCeBg6dG9tYnN0b25lOjE3OTAwMDAwMDAwMDADYAQbAAABoMRQbAAFGmqxO4AGYAejY2dpZHQ6Y2FjaGU6MTc5MDAwMDAw" +
      "MDAwMGR1cFRvGwAAAaDEUGwAaWRlbGV0ZWRBdBpqsTuAAngrA1hAowFZAacBAgJzOmZpbmQ6MTc5MDAwMDAwMDAwMANgBBsAAAGg" +
      "xFBsAAUaarE7gAZgB6dkY2FsbGBka2luZGRub3RlZHRleHRgZWNhY2hldDpjYWNoZToxNzkwMDAwMDAwMDAwZ2ZvdW5kQXQaarE7" +
      "gGljcmVhdGVkQXQaarE7gGpkaXN0YW5jZUNtGQPoAngrA1hAowFZAacBAgJzOmZpbmQ6MTc5MDAwMDAwMDAwMANgBBsAAAGgxFBs" +
      "AAUaarE7gAZgB6dkY2FsbGBka2luZGNETkZkdGV4dGBkdGllcmFBZWNhY2hldDpjYWNoZToxNzkwMDAwMDAwMDAwZ2ZvdW5kQXQa" +
      "arE7gGljcmVhdGVkQXQaarE7gAJ4KwNYQKMBWQGnAQICczpmaW5kOjE3OTAwMDAwMDAwMDADYAQbAAABoMRQbAAFGmqxO4AGYAeo" +
      "ZGNhbGxgZGtpbmRlZm91bmRkdGV4dHgyVEZUQywgdGhhbmtzIGZvciB0aGUgY2FjaGUsIGZvdW5kIGl0IHF1aWNrbHkgd2l0aCBk" +
      "dGllcmFCZWNhY2hldDpjYWNoZToxNzkwMDAwMDAwMDAwZnNpZ25lZKNiYXQaarE7gGNrZXlgY3NpZ2BnZm91bmRBdBpqsTuAaWNy" +
      "ZWF0ZWRBdBpqsTuAAngrA1hAowFZAacBAQJ0OmNhY2hlOjE3OTAwMDAwMDAwMDADYAQbAAABoMRQbAAFGmqxO4AGYAeyZGNvZGVg" +
      "ZHNpemVlbWljcm9kdHlwZWdteXN0ZXJ5ZWxhdEU3Ghy6vIBlbG9uRTcaCbcuwGVvd25lcmBlc2NvcGVpZmVkZXJhdGVkZXRpdGxl" +
      "YGZzb3VyY2VmbmF0aXZlZnN0YXR1c2hkaXNhYmxlZGdjb3VudHJ5YGhtaW5UcnVzdGFBaHVubGlzdGVk9WljcmVhdGVkQXQaarE7" +
      "gGl1cGRhdGVkQXQaarE7gGp0ZXJyYWluWDEwD2tzdGF0aW9uQ2FsbGBtZGlmZmljdWx0eVgxMA8CeCsDWECjAVkBpwEBAnQ6Y2Fj" +
      "aGU6MTc5MDAwMDAwMDAwMANgBBsAAAGgxFBsAAUaarE7gAZgB69kY29kZWBkc2l6ZWVzbWFsbGR0eXBlZW11bHRpZWxhdEU3Ohy6" +
      "vH9lbG9uRTc6Cbcuv2Vvd25lcmBlc2NvcGVpZmVkZXJhdGVkZXRpdGxlYGZzdGF0dXNoYXJjaGl2ZWRnY291bnRyeWBpY3JlYXRl" +
      "ZEF0GmqxO4BpdXBkYXRlZEF0GmqxO4BqdGVycmFpblgxMBgea2Rlc2NyaXB0aW9ueDhhdCB0aGUgb2YgdGhlIGEgc21hbGwgYm94" +
      "IHVuZGVyIHRoZSB0cmVlIG5lYXIgdGhlIHN1bW1pdG1kaWZmaWN1bHR5WDEwGBkCeCsDWECjAVkBpwEBAnQ6Y2FjaGU6MTc5MDAw" +
      "MDAwMDAwMANgBBsAAAGgxFBsAAUaarE7gAZgB69kY29kZWBkc2l6ZWdyZWd1bGFyZHR5cGVrdHJhZGl0aW9uYWxlbGF0RTcaHLq8" +
      "gGVsb25FNxoJty7AZW93bmVyYGVzY29wZWlmZWRlcmF0ZWRldGl0bGVgZnN0YXR1c2ZhY3RpdmVnY291bnRyeWBpY3JlYXRlZEF0" +
      "GmqxO4BpdXBkYXRlZEF0GmqxO4BqdGVycmFpblgxMBRrZGVzY3JpcHRpb25gbWRpZmZpY3VsdHlYMTAUAngrA1hA",
    "base64",
  ),
);

/** First 16 hexadecimal digits of its SHA-256: what two implementations compare. */
export const DEFLATE_DICT1_FINGERPRINT = "4d2761bf394c2fd5";
