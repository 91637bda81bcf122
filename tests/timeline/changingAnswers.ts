import type { HttpRequest } from '#streams/ports';
import { callAt } from '../support/callAt.ts';
import { answerOf } from '../support/generate/answerOf.ts';
import type { Style } from '../support/generate/style.ts';

/** How often a call was asked for decides what it answers: lists grow and shrink, fields come and go. */
const styleAt = (number: number): Style => ({
  name: 'changing',
  optional: number % 3 === 1 ? 'null' : 'given',
  items: 1 + (number % 3),
  text: 'empty',
  isSpoiled: false,
  words: { device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', group: 'Drive-GREEN', name: `name ${number}` },
});

/** Status and body of a response. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Returns a server of every call whose every answer is another one than the last; every fifth is a failure. */
export function changingAnswers(): (asked: Pick<HttpRequest, 'method' | 'address'>) => Answer {
  const counts = new Map<string, number>();
  return (asked) => {
    const call = callAt(asked);
    if (call === undefined) throw new Error(`No call has the address ${asked.address}.`);
    const number = counts.get(asked.address) ?? 0;
    counts.set(asked.address, number + 1);
    if (number % 5 === 4) return { status: 503, body: { error: 'Unavailable: later' } };
    return { status: 200, body: call.file ? null : answerOf(call.answer, styleAt(number)) };
  };
}
