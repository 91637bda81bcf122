/** The source of the server's history for the past: its calls bypass the event log. */

import type { TimeSpan } from '#domain/text/timeUnits';
import type { AnswerOf } from '#contract/call';
import { getHistoryBlock, getHistoryIndex } from '#contract/history';
import type { HistoryIndex, HistorySource } from '#past/history/historySource';
import { instantMs } from '#domain/text/dates';
import type { Attempt } from '#streams/query/requestOnce';
import type { RequestSpec } from '#streams/event';
import type { MarkKind, RecordedMark } from '#streams/recording/timeline';

type Mark = AnswerOf<typeof getHistoryIndex>['marks'][number];

/** The kind of timeline mark for each kind of entry in the history; an unknown kind from a newer server is shown as a command. */
const KINDS: ReadonlyMap<string, MarkKind> = new Map([
  ['error', 'error'],
  ['incident', 'error'],
  ['offline', 'offline'],
  ['late', 'late'],
]);

function markOf({ kind, at, to, serial, text, code, count }: Mark): RecordedMark {
  const end = to == null || to === '' ? null : instantMs(to);
  return {
    kind: KINDS.get(kind) ?? 'command',
    cause: kind,
    at: instantMs(at) ?? 0,
    ...(end === null ? {} : { to: end }),
    text,
    // A mark that represents several entries has no device.
    ...((count ?? 1) > 1 ? {} : { serial }),
    ...(code ? { code } : {}),
  };
}

const spanOf = ({ from, to }: TimeSpan) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

function indexOf(answer: AnswerOf<typeof getHistoryIndex>): HistoryIndex {
  return {
    heldFrom: answer.held_from == null || answer.held_from === '' ? null : instantMs(answer.held_from),
    blocks: answer.blocks.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    density: new Map(answer.density.map(({ from, devices }) => [Date.parse(from), devices])),
    stepMs: answer.density_seconds * 1_000,
    marks: answer.marks.map(markOf),
    ...(answer.has_older === true ? { hasOlder: true } : {}),
  };
}

/** Returns the response of an attempt. Throws the failure of a failed attempt. */
function answerOf(attempt: Attempt): unknown {
  if (attempt.ok) return attempt.answer;
  throw new Error(`The history does not answer: ${attempt.failure.status} ${attempt.failure.message}`);
}

/** Creates the source from a function that sends one request; `hasSteps` means that the server provides overviews of longer spans. */
export function createHistorySource(request: (request: RequestSpec) => Promise<Attempt>, hasSteps: boolean): HistorySource {
  const index = async (query: NonNullable<RequestSpec['query']>) => {
    const answer = answerOf(await request({ call: getHistoryIndex.name, params: {}, query }));
    return indexOf(getHistoryIndex.answer.parse(answer));
  };
  return {
    index: (span, serial) => index({ ...spanOf(span), ...(serial === undefined ? {} : { serial }) }),
    ...(hasSteps && {
      overview: (span: TimeSpan, stepMs: number) => index({ ...spanOf(span), step_seconds: String(stepMs / 1_000) }),
    }),
    block: async (span) => {
      const bytes = answerOf(await request({ call: getHistoryBlock.name, params: spanOf(span), query: {} }));
      if (bytes instanceof Uint8Array) return bytes;
      throw new Error('The history sent no block.');
    },
  };
}
