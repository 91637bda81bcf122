/** `RecordingCodec`: texts as UTF-8, and raw deflate (RFC 1951). Browser and Node have both, and they return the same bytes. */
export interface RecordingCodec {
  readonly encode: (text: string) => Uint8Array;
  /** Throws for bytes that are not UTF-8. */
  readonly decode: (bytes: Uint8Array) => string;
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** Rejects damaged data, and data whose output would exceed `maxLength`. */
  readonly decompress: (bytes: Uint8Array, maxLength: number) => Promise<Uint8Array>;
}

/** The part of the codec without compression. */
export type TextCodec = Pick<RecordingCodec, 'encode' | 'decode'>;
