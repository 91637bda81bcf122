/** The state of the enrolment of a second factor. `qrCode` is a PNG in base64 without `data:`; `error` is the server's message. */
export type MfaStep =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open' | 'confirming'; readonly qrCode: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: string };

/** The entered device name and code. */
export interface MfaDraft {
  readonly deviceName: string;
  readonly code: string;
}

/** Returns whether a draft can be sent: a device name, and exactly six digits. Source: GAP-38. */
export const isComplete = ({ deviceName, code }: MfaDraft) => deviceName.trim() !== '' && /^\d{6}$/.test(code);
