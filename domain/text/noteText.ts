/** The checks of texts that people write about moments: a note, and the reason for keeping a span. */

import { fieldText, fieldTextProblem, paragraphProblem } from './fieldText.ts';

/** Returns why the text of a note is refused; undefined if it is not. Used by console and server. */
export function noteTextProblem(typed: string, maxLength: number): string | undefined {
  const text = fieldText(typed);
  if (text === '') return 'Write a text.';
  const { length } = Array.from(text);
  if (length > maxLength) return `A note has at most ${maxLength} characters; this one has ${length}.`;
  return paragraphProblem(text, 'A note');
}

/** Returns why the reason for keeping a span is refused; undefined if it is not. Used by console and server. */
export const pinReasonProblem = (typed: string, maxLength: number): string | undefined =>
  fieldTextProblem(typed, { label: 'The reason', maxLength, isRequired: true });
