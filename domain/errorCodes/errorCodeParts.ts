import { isErrorCode } from './errorCode.ts';

/** A segment of a text: an error code, or the text between codes. */
export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

const WHOLE = /^0x\w{1,16}$/i;
const INSIDE = /(?<![\w])(0x[0-9a-f]{8})(?!\w)/i;

/**
 * Splits a text into error codes and the text between them. A text that is one `0x…` word is one part; inside a longer text a code is `0x` plus
 * 8 hex digits. Source: GAP-87, RULE-061..063.
 */
export function errorCodeParts(text: string): readonly TextPart[] {
  if (WHOLE.test(text)) return [{ text, isCode: isErrorCode(text) }];
  // `split` with a capture group puts the matches at odd indices.
  const parts = text.split(INSIDE).map((part, at) => ({ text: part, isCode: at % 2 === 1 && isErrorCode(part) }));
  return parts.filter((part) => part.text !== '');
}
