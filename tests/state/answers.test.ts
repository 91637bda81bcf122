import { describe, expect, it } from 'vitest';
import { getMetrics, getTotalMetrics } from '#contract/fleet/metrics';
import type { EventPayload } from '#streams/event';
import { ANSWERS_KEPT, initialAnswers, reduceAnswers, selectAnswer, selectEntry, type AnswersState } from '#state/answers';
import { eventsOf, type TimedEvent } from './eventsOf.ts';

const call = getTotalMetrics.name;
const request = { call, params: {}, query: {} };
const totals = { total_mileage: 12, total_laneswitches: 3, time: '2026-03-04T13:05:00Z' };
const failure = { status: 503, message: '' };
const asked: EventPayload = { kind: 'request.started', key: call, call };
const answered = (answer: unknown, key = call): EventPayload => ({ kind: 'request.succeeded', key, call, answer });
const confirmed: EventPayload = { kind: 'request.unchanged', key: call, call };
const failed: EventPayload = { kind: 'request.failed', key: call, call, failure };
const opened = (key = call): EventPayload => ({ kind: 'query.subscribed', key, request, everyMs: null });
const closed: EventPayload = { kind: 'query.unsubscribed', key: call };
const after = (...timed: readonly TimedEvent[]): AnswersState => reduceAnswers(initialAnswers, eventsOf(...timed));

const counts = (...timed: readonly TimedEvent[]) => after(...timed)[call]?.openCount;

describe('what is known of a question', () => {
  it.each<[string, readonly TimedEvent[], object]>([
    ['asked', [[1, asked]], { requestedAt: 1_000, isPending: true, answer: undefined }],
    [
      'answered',
      [
        [1, asked],
        [2, answered(totals)],
      ],
      { isPending: false, answer: totals, answeredAt: 2_000, confirmedAt: 2_000 },
    ],
    [
      'confirmed',
      [
        [2, answered(totals)],
        [4, confirmed],
      ],
      { answer: totals, answeredAt: 2_000, confirmedAt: 4_000 },
    ],
    [
      'failed at first',
      [
        [1, asked],
        [2, failed],
      ],
      { isPending: false, answer: undefined, failure, failedAt: 2_000 },
    ],
    [
      'asked again after a failure',
      [
        [2, failed],
        [3, asked],
      ],
      { isPending: true, failure },
    ],
    [
      'good again',
      [
        [2, failed],
        [3, confirmed],
      ],
      { failure: undefined, failedAt: undefined },
    ],
  ])('[STATE20] %s', (_, timed, known) => {
    expect(selectEntry({ answers: after(...timed) }, call)).toMatchObject(known);
  });

  it('[STATE21] a failure stands beside the last good answer', () => {
    const entry = selectEntry({ answers: after([1, answered(totals)], [5, failed]) }, call);
    expect(entry).toMatchObject({ answer: totals, confirmedAt: 1_000, failure, failedAt: 5_000 });
  });

  it('[STATE22] other questions keep their identity, and other news leave the very same answers', () => {
    const before = after([1, answered(totals)], [1, answered(totals, 'other')]);
    const next = reduceAnswers(before, eventsOf([2, confirmed]));
    expect(next['other']).toBe(before['other']);
    expect(next[call]?.answer).toBe(totals);
    expect(reduceAnswers(before, eventsOf([3, { kind: 'clock.ticked' }]))).toBe(before);
  });
});

describe('typed reading', () => {
  it('[STATE23] an answer comes back as its call types it, the very same object', () => {
    const s = { answers: after([1, answered(totals)]) };
    const answer = selectAnswer(s, getTotalMetrics, call);
    expect(answer?.total_mileage).toBe(12);
    expect(answer).toBe(totals);
    expect(selectAnswer(s, getTotalMetrics)).toBe(totals);
  });

  it.each([[{ total_mileage: 'much' }], ['text'], [null]])('[STATE24] %j is not what the call says, so it is not shown', (answer) => {
    expect(selectAnswer({ answers: after([1, answered(answer)]) }, getTotalMetrics)).toBeUndefined();
  });

  it('[STATE24] the same object may be one call’s answer and not the other’s', () => {
    const s = { answers: after([1, answered(totals)]) };
    expect([selectAnswer(s, getMetrics, call), selectAnswer(s, getTotalMetrics, call)]).toEqual([undefined, totals]);
  });
});

describe('forgetting', () => {
  it('[STATE25] after sign-out nothing reported remains, yet who wants what does', () => {
    const answers = after([1, opened()], [2, answered(totals)], [2, answered(totals, 'other')], [3, { kind: 'session.closed' }]);
    expect(Object.keys(answers)).toEqual([call]);
    expect(answers[call]).toMatchObject({ answer: undefined, confirmedAt: undefined, openCount: 1 });
  });

  it('[STATE26] unsubscribed answers are dropped, the least recently requested first; subscribed ones stay', () => {
    const many = Array.from({ length: ANSWERS_KEPT + 2 }, (_, page): TimedEvent => [
      page + 1,
      { kind: 'request.started', key: `page ${page}`, call },
    ]);
    const again: TimedEvent = [ANSWERS_KEPT + 3, { kind: 'request.started', key: 'page 0', call }];
    const answers = after([0, opened('looked at')], ...many, again);
    expect(Object.keys(answers)).toHaveLength(ANSWERS_KEPT + 1);
    expect([answers['page 1'], answers['page 2']]).toEqual([undefined, undefined]);
    expect([answers['page 0'], answers['page 3']].map((entry) => entry?.requestedAt)).toEqual([(ANSWERS_KEPT + 3) * 1_000, 4_000]);
    expect(answers['looked at']?.openCount).toBe(1);
  });

  it('[STATE50] of one question for spans that move on, two are kept without a view, failures after what is known; other questions stay', () => {
    const keyAt = (step: number, end: string) => `${call}?from=${step}&page=0&${end}=${step + 1}`;
    const stepped = (step: number, answer: EventPayload, end = 'to'): readonly TimedEvent[] => {
      const key = keyAt(step, end);
      const keyed = { ...answer, key } as EventPayload;
      return [
        [step, opened(key)],
        [step, { kind: 'request.started', key, call }],
        [step, keyed],
        [step, { kind: 'query.unsubscribed', key }],
      ];
    };
    const all = [0, 1, 2, 3].flatMap((step) => stepped(step, answered(totals)));
    const other: TimedEvent = [0, answered(totals, `${call}?from=0&page=1&to=1`)];
    const answers = after(other, ...all, [4, opened(keyAt(4, 'to'))]);
    expect(Object.keys(answers)).toEqual(
      [other[1], ...[2, 3, 4].map((step) => ({ key: keyAt(step, 'to') }))].map((one) => 'key' in one && one.key),
    );
    const failing = after(...all, ...[5, 6, 7].flatMap((step) => stepped(step, failed)));
    expect(Object.keys(failing)).toEqual([keyAt(2, 'to'), keyAt(3, 'to')]);
    const periods = [0, 1, 2, 3].flatMap((step) => stepped(step, answered(totals), 'end_time'));
    expect(Object.keys(after(...periods))).toHaveLength(2);
  });

  it('[STATE50] the outcomes of requests without a view stay, however many spans are asked for one after the other', () => {
    const keyAt = (step: number) => `${call}?from=${step}&to=${step + 1}`;
    const files = [0, 1, 2, 3].flatMap((step): readonly TimedEvent[] => [
      [step, { kind: 'request.started', key: keyAt(step), call }],
      [step + 0.5, { kind: 'request.unchanged', key: keyAt(step), call }],
    ]);
    const answers = after(...files);
    expect(Object.keys(answers)).toHaveLength(4);
    for (const { requestedAt } of Object.values(answers)) expect(requestedAt).toBeDefined();
  });

  it('[STATE27] two views open one question twice; it counts down to nobody, never below', () => {
    expect(counts([1, opened()], [1, opened()], [2, closed])).toBe(1);
    expect(counts([1, opened()], [2, closed], [3, closed])).toBe(0);
  });
});
