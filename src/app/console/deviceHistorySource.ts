/** The source of the history of one device for charts: its calls bypass the event log, so they work in the past and no recording contains them. */

import type { AnswerOf } from '#contract/call';
import { getHistoryActivity, getHistoryIndex, getHistorySeries, MAX_HISTORY_DAYS } from '#contract/history';
import { lanesOf } from '#domain/history/lanes';
import { instantMs } from '#domain/text/dates';
import { DAY_MS } from '#domain/text/timeUnits';
import type { DeviceHistoryQuestion, PastError, ReadDeviceHistory, SeriesNumbers } from '#domain/history/deviceHistory';
import type { RequestSpec } from '#streams/event';
import type { Attempt } from '#streams/query/requestOnce';

type Step = AnswerOf<typeof getHistorySeries>['battery'][number];

const numbersOf = (steps: readonly Step[]): SeriesNumbers => ({
  least: steps.map(({ min }) => min),
  most: steps.map(({ max }) => max),
  mean: steps.map(({ avg }) => avg),
});

const errorsOf = ({ marks }: AnswerOf<typeof getHistoryIndex>, serial: string): readonly PastError[] =>
  marks.flatMap((mark) => {
    const at = instantMs(mark.at);
    if (mark.kind !== 'error' || mark.serial !== serial || at === null) return [];
    return [{ at, to: mark.to == null || mark.to === '' ? null : instantMs(mark.to), code: mark.code ?? null }];
  });

/** Creates the function that reads a device's history from a function that sends one request. */
export function createDeviceHistory(request: (request: RequestSpec) => Promise<Attempt>): ReadDeviceHistory {
  const answered = async (spec: RequestSpec): Promise<unknown> => {
    const attempt = await request(spec);
    if (attempt.ok) return attempt.answer;
    throw new Error(`The history does not answer: ${attempt.failure.status} ${attempt.failure.message}`);
  };
  return async ({ serial, points, from, to }: DeviceHistoryQuestion) => {
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const isShort = to - from <= MAX_HISTORY_DAYS * DAY_MS;
    const [series, activity, index] = await Promise.all([
      answered({ call: getHistorySeries.name, params: {}, query: { ...span, serial, points: String(points) } }),
      isShort ? answered({ call: getHistoryActivity.name, params: {}, query: { ...span, serial } }) : null,
      isShort ? answered({ call: getHistoryIndex.name, params: {}, query: { ...span, serial } }) : null,
    ]);
    const { step_seconds, battery, speed, unreadable } = getHistorySeries.answer.parse(series);
    const activities = activity === null ? null : getHistoryActivity.answer.parse(activity);
    const own = activities?.result.filter((one) => one.serial === serial);
    return {
      from,
      to,
      stepMs: step_seconds * 1_000,
      steps: battery.map(({ at }) => Date.parse(at)),
      battery: numbersOf(battery),
      speed: numbersOf(speed),
      runs: own === undefined ? null : lanesOf(own).flatMap(({ runs }) => runs),
      errors: index === null ? null : errorsOf(getHistoryIndex.answer.parse(index), serial),
      unreadable: [...new Set([...(unreadable ?? []), ...(activities?.unreadable ?? [])])],
    };
  };
}
