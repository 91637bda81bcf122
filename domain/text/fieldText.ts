/** Maximum length of a name, in characters. */
export const NAME_LENGTH = 100;
/** Maximum length of a location's address, in characters. */
export const ADDRESS_LENGTH = 300;

/** Returns a text as stored: trimmed, letters and their accents as one character where there is one (NFC). Source: FIND1. */
export const fieldText = (typed: string): string => typed.normalize('NFC').trim();

interface Bounds {
  /** The name of the field in the error message. */
  readonly label: string;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}

// Control characters break lines and lists; bidirectional controls make one name look like another; lone surrogates cannot be stored.
const UNSOUND = /[\p{Cc}\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

/** Checks for control characters, bidirectional controls and lone surrogates. */
export const hasControls = (text: string): boolean => UNSOUND.test(text);

/** Validates a single-line text field; undefined when valid. Used by console and server. Source: PLACE1. */
export function fieldTextProblem(typed: string, { label, maxLength = NAME_LENGTH, isRequired = false }: Bounds): string | undefined {
  const text = fieldText(typed);
  if (text === '') return isRequired ? `${label} cannot be empty.` : undefined;
  if (Array.from(text).length > maxLength) return `${label} cannot be longer than ${maxLength} characters.`;
  return hasControls(text) ? `${label} cannot contain line breaks or other control characters.` : undefined;
}

/** Returns what two names have in common that are the same, trimmed and case-insensitively: the key under which names are counted. */
export const nameKey = (name: string): string => fieldText(name).toLowerCase();

/** Compares two names trimmed and case-insensitively. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
