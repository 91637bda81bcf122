/** The texts that people write on moments: a note, and why a span is kept. */

import { fieldText, fieldTextProblem, paragraphProblem } from './fieldText.ts';

/** Returns why the text of a note is refused; undefined when it is not. Used by console and server. */
export function noteTextProblem(typed: string, maxLength: number): string | undefined {
  const text = fieldText(typed);
  if (text === '') return 'Write a text.';
  const { length } = Array.from(text);
  if (length > maxLength) return `A note has at most ${maxLength} characters; this one has ${length}.`;
  return paragraphProblem(text, 'A note');
}

/** Returns why the reason for which a span is kept is refused; undefined when it is not. Used by console and server. */
export const pinReasonProblem = (typed: string, maxLength: number): string | undefined =>
  fieldTextProblem(typed, { label: 'The reason', maxLength, isRequired: true });
