/** Longest name that people give to something, in characters. */
export const NAME_LENGTH = 100;
/** Longest address of a location, in characters. */
export const ADDRESS_LENGTH = 300;

/** A text as it is kept: without blanks around it. */
export const fieldText = (typed: string): string => typed.trim();

interface Bounds {
  /** What the field is called in the sentence. */
  readonly label: string;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}

// Controls break lines and lists; the signs that turn the direction of text make one name look like another.
const UNSOUND = /[\p{Cc}\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

/** Whether a text holds signs that a field of one line cannot show as they are. */
export const hasControls = (text: string): boolean => UNSOUND.test(text);

/** What is wrong with a text that people type into a field; undefined when it may be saved. Console and server ask the same. Source: PLACE1. */
export function fieldTextProblem(typed: string, { label, maxLength = NAME_LENGTH, isRequired = false }: Bounds): string | undefined {
  const text = fieldText(typed);
  if (text === '') return isRequired ? `${label} cannot be empty.` : undefined;
  if (Array.from(text).length > maxLength) return `${label} cannot be longer than ${maxLength} characters.`;
  return hasControls(text) ? `${label} cannot contain line breaks or other control characters.` : undefined;
}

/** Two names that nobody tells apart: blanks around them and their case do not count. */
export const isSameName = (one: string, other: string): boolean => fieldText(one).toLowerCase() === fieldText(other).toLowerCase();
