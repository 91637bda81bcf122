import { describe, expect, it } from 'vitest';
import { chartedPeriod, dayAt, incidentDays, mostIncidents } from '#domain/incidents/incidentDays';

const ms = (text: string) => Date.parse(text);
const iso = ({ from, to }: { readonly from: number; readonly to: number }) => [new Date(from).toISOString(), new Date(to).toISOString()];

describe('[CHART8] incidents by day', () => {
  it.each([
    ['without a start', null, '2026-03-31T10:00:00Z', ['2026-03-01T23:00:00.000Z', '2026-03-31T10:00:00.000Z']],
    ['with a start', '2026-03-29T10:00:00Z', '2026-03-31T10:00:00Z', ['2026-03-28T23:00:00.000Z', '2026-03-31T10:00:00.000Z']],
    ['too long', '1970-01-01T00:00:00Z', '2026-03-31T10:00:00Z', ['2024-01-21T23:00:00.000Z', '2026-03-31T10:00:00.000Z']],
  ] as const)('a period %s', (_, from, to, wanted) => {
    expect(iso(chartedPeriod(from === null ? null : ms(from), ms(to), 800))).toEqual(wanted);
  });

  const days = incidentDays({
    step_days: 1,
    // The clock changes on the second day.
    steps: ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    codes: [
      { code: '0x01', counts: [1, 4, 0] },
      { code: null, counts: [0, 0, 2] },
    ],
  });

  it('a day of 23 hours is a day', () => {
    if (days === null) throw new Error('no days');
    expect(
      ['2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:00Z', '2026-03-29T22:00:00Z', '2020-01-01T00:00:00Z'].map((at) =>
        dayAt(days, ms(at)),
      ),
    ).toEqual([0, 1, 1, 2, 0]);
    expect(mostIncidents(days.codes)).toBe(4);
  });

  it('an answer without steps or incidents has nothing to draw', () => {
    expect(incidentDays({ step_days: 1, steps: [], codes: [] })).toBeNull();
    const quiet = incidentDays({ step_days: 1, steps: ['2026-03-27T23:00:00Z'], codes: [] });
    expect(mostIncidents(quiet?.codes ?? [])).toBe(1);
  });
});
