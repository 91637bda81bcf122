/** The part of fontkit that reports which characters a font has; pdfkit, which has no types for it, uses the rest. */
declare module 'fontkit' {
  interface Font {
    readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  }
  /** Reads a font from the bytes of its file (TTF, OTF). */
  export function create(file: Uint8Array): Font;
}
