/** The form of a location's network: SSID and WiFi password, and their problems. */

import { fieldTextProblem, unsoundProblem } from '../text/fieldText.ts';

/** The form fields of a location's network information. */
export interface NetworkFields {
  readonly wifi_ssid: string;
  readonly wifi_password: string;
}

/** Maximum length of an SSID, in bytes of UTF-8 (IEEE 802.11). */
const SSID_BYTES = 32;
/** Maximum length of a WiFi password: a passphrase of 63 characters, or a key of 64 hex digits. */
const PASSWORD_LENGTH = 64;

/** Returns the fields as stored: unchanged, since blanks around an SSID or a password belong to it. An SSID of only blanks is treated as empty. */
export const networkFields = ({ wifi_ssid, wifi_password }: NetworkFields): NetworkFields => ({
  wifi_ssid: wifi_ssid.trim() === '' ? '' : wifi_ssid,
  wifi_password,
});

// Returns the length of a text in UTF-8: two to four bytes for a character outside ASCII.
const bytesOf = (text: string): number => encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, 'x').length;

// Returns why a password is invalid. Leading and trailing blanks are part of it, so it is not trimmed.
function passwordProblem(password: string): string | undefined {
  if (password === '') return 'wifi_password cannot be empty.';
  if (password.length > PASSWORD_LENGTH) return `wifi_password cannot be longer than ${PASSWORD_LENGTH} characters.`;
  return unsoundProblem(password, 'wifi_password');
}

/** Returns the problems of the fields; undefined for a valid field. Used by console and server. Source: PLACE6, NAME1. */
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
