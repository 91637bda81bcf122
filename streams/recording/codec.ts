/** The codec of recordings: texts as UTF-8, and raw deflate (RFC 1951). Browser and Node support both, and produce the same bytes. */
export interface RecordingCodec {
  readonly encode: (text: string) => Uint8Array;
  /** Decodes UTF-8. Throws for other bytes. */
  readonly decode: (bytes: Uint8Array) => string;
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** Decompresses data. Rejects damaged data, and data whose output would exceed `maxLength`. */
  readonly decompress: (bytes: Uint8Array, maxLength: number) => Promise<Uint8Array>;
}

/** The part of the codec without compression. */
export type TextCodec = Pick<RecordingCodec, 'encode' | 'decode'>;
