/** The part of http_ece that a receiver of push messages needs (RFC 8188, RFC 8291). */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';
  interface Params {
    readonly version: 'aes128gcm';
    readonly privateKey: ECDH;
    readonly authSecret: string;
  }
  /** Decrypts a message for the browser with these keys; throws for another one's. */
  export function decrypt(buffer: Buffer, params: Params): Buffer;
}
