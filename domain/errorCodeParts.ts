import { isErrorCode } from './errorCode.ts';

/** A stretch of a text: an error code, or what stands between them. */
export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

const WHOLE = /^0x\w{1,16}$/i;
const INSIDE = /(?<![\w])(0x[0-9a-f]{8})(?!\w)/i;

/** A text with its error codes distinguished, in reading order: a value of `0x…` is one as a whole, inside a text `0x` and 8 hex digits. Source: GAP-87, RULE-061..063. */
export function errorCodeParts(text: string): readonly TextPart[] {
  if (WHOLE.test(text)) return [{ text, isCode: isErrorCode(text) }];
  // Split by a pattern in parentheses, every second part is what the pattern found.
  const parts = text.split(INSIDE).map((part, at) => ({ text: part, isCode: at % 2 === 1 && isErrorCode(part) }));
  return parts.filter((part) => part.text !== '');
}
