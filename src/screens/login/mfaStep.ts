/** Where the enrolment of a second factor stands. `qrCode` is a PNG in base64, without `data:`; `error` is the server's own word. */
export type MfaStep =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open' | 'confirming'; readonly qrCode: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: string };

/** What a person enters: how they call the device, and the code it shows. */
export interface MfaDraft {
  readonly deviceName: string;
  readonly code: string;
}

/** Whether a draft can be sent: any name, exactly six digits. Source: GAP-38. */
export const isComplete = ({ deviceName, code }: MfaDraft) => deviceName.trim() !== '' && /^\d{6}$/.test(code);
