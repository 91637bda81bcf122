const [encoder, decoder] = [new TextEncoder(), new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })];

/** Texts as bytes, by the platform. */
export const utf8 = {
  encode: (text: string): Uint8Array => encoder.encode(text),
  decode: (bytes: Uint8Array): string => decoder.decode(bytes),
};
