import { fieldText, fieldTextProblem, hasControls } from './fieldText.ts';

/** The network information of a location as a form holds it. */
export interface NetworkFields {
  readonly wifi_ssid: string;
  readonly wifi_password: string;
}

/** Longest name of a wireless network, in bytes of UTF-8 (IEEE 802.11). */
const SSID_BYTES = 32;
/** Longest password of a wireless network: 63 characters, or a key of 64 hex digits. */
const PASSWORD_LENGTH = 64;

/** The fields as they are kept; blanks belong to a password. */
export const networkFields = ({ wifi_ssid, wifi_password }: NetworkFields): NetworkFields => ({
  wifi_ssid: fieldText(wifi_ssid),
  wifi_password,
});

// A sign outside ASCII takes two to four bytes.
const bytesOf = (text: string): number => encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, 'x').length;

// Blanks at its ends belong to a password: it is looked at as it is.
function passwordProblem(password: string): string | undefined {
  if (password === '') return 'wifi_password cannot be empty.';
  if (password.length > PASSWORD_LENGTH) return `wifi_password cannot be longer than ${PASSWORD_LENGTH} characters.`;
  return hasControls(password) ? 'wifi_password cannot contain line breaks or other control characters.' : undefined;
}

/** What is wrong with each field; console and server ask the same. Source: PLACE6. */
export function networkProblems({ wifi_ssid, wifi_password }: NetworkFields): {
  readonly [Name in keyof NetworkFields]?: string | undefined;
} {
  const name = fieldTextProblem(wifi_ssid, { label: 'wifi_ssid', isRequired: true });
  const isLong = name === undefined && bytesOf(wifi_ssid) > SSID_BYTES;
  return {
    wifi_ssid: isLong ? `wifi_ssid cannot be longer than ${SSID_BYTES} bytes.` : name,
    wifi_password: passwordProblem(wifi_password),
  };
}
