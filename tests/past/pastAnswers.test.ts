import { describe, expect, it } from 'vitest';
import { getCommands } from '#contract/command';
import { getConfigChanges } from '#contract/devices/configuration';
import { getEvents } from '#contract/devices/deviceEvent';
import { getTreatmentAll, getTreatmentDetail, getTreatmentLayer, getTreatmentsLastDay } from '#contract/fleet/treatment';
import { getIncident, getIncidents } from '#contract/incident';
import type { PastRow, PastRows } from '#domain/history/pastLists';
import { HOUR_MS } from '#domain/text/timeUnits';
import { pastAnswers } from '#past/history/pastAnswers';
import { selectPastRows } from '#state/answers';
import { reduceLog, type RootState } from '#state/store';
import type { EventPayload } from '#streams/event';

const NOW = Date.UTC(2026, 2, 4, 12);
const SERIAL = 'LF-01';

const rowOf = (id: string, at: number, row: object = {}, serial = SERIAL): PastRow => ({ id, serial, at, row: { id, ...row } });
const listOf = (...rows: readonly PastRow[]): PastRows => ({ since: NOW - 25 * HOUR_MS, rows });
type Call = Parameters<typeof ask>[0];
const ask = (
  call: { readonly name: string },
  list: PastRows,
  query: Readonly<Record<string, string | number>> = {},
  params: Readonly<Record<string, string>> = {},
) => pastAnswers.answer({ call: call.name, params, query }, list, NOW);

describe('[NIGHT17] a list of the history answers as the server would have done then', () => {
  it('of one device, page by page', () => {
    const rows = ['e', 'd', 'c', 'b', 'a'].map((id, index) => rowOf(id, NOW - index));
    const list = listOf(...rows, rowOf('x', NOW - 9, {}, 'LF-02'));
    const pageOf = (call: Call, page: number) => ask(call, list, { page, per_page: 2 }, { serial: SERIAL });
    for (const call of [getCommands, getEvents, getConfigChanges]) {
      expect(pageOf(call, 0)).toEqual({ total: 5, results: [{ id: 'e' }, { id: 'd' }] });
      expect(pageOf(call, 2)).toEqual({ total: 5, results: [{ id: 'a' }] });
      expect(pageOf(call, 3)).toEqual({ total: 5, results: [] });
    }
  });

  it.each([
    [getEvents, { level: 'warning' }, { serial: SERIAL }, ['warn', 'WARNING']],
    [getTreatmentAll, { device_serial: SERIAL, map_id: 'm1' }, {}, ['mine']],
    [getTreatmentAll, { from: new Date(NOW - HOUR_MS).toISOString(), to: new Date(NOW - 1_000).toISOString() }, {}, ['mine']],
    [getIncidents, { machine_serial: SERIAL, error_code: '0x11' }, {}, ['mine']],
    [getIncidents, { error_code: '0X11' }, {}, ['mine']],
    [getIncidents, { incident_id_contains: 'HER' }, {}, ['other']],
  ] as const)('%o filtered by %o', (call, query, params, ids) => {
    const list = listOf(
      rowOf('other', NOW, { map_id: 'm2', error_code: '0x12', level: 'info' }, 'LF-02'),
      rowOf('warn', NOW, { level: 'warn' }),
      rowOf('WARNING', NOW, { level: 'WARNING' }),
      rowOf('mine', NOW - 60_000, { map_id: 'm1', error_code: '0x11', level: 'error' }),
    );
    const answer = ask(call, list, query, params);
    const rows = Object.values(Object(answer)).find(Array.isArray) ?? [];
    expect(rows.map(({ id }: { readonly id: string }) => id)).toEqual(ids);
    expect(answer).toMatchObject({ total: ids.length });
  });

  it('the last day has what was created, ended or running in it', () => {
    const old = NOW - 25 * HOUR_MS;
    const list = listOf(
      rowOf('new', NOW - HOUR_MS),
      rowOf('ended', old, { finish_time: new Date(NOW - HOUR_MS).toISOString() }),
      rowOf('running', old, { in_progress: true }),
      rowOf('old', old, { finish_time: new Date(old).toISOString() }),
    );
    expect(ask(getTreatmentsLastDay, list)).toEqual({
      result: [{ id: 'new' }, { id: 'ended', finish_time: new Date(NOW - HOUR_MS).toISOString() }, { id: 'running', in_progress: true }],
      from_dt: '2026-03-03T12:00:00.000Z',
      to_dt: '2026-03-04T12:00:00.000Z',
    });
  });

  it('not what the history does not hold', () => {
    expect(ask(getIncidents, listOf(), { has_video: 'true' })).toBeUndefined();
    expect([getTreatmentLayer, getIncidents].map(({ name }) => pastAnswers.listOf(name))).toEqual([undefined, 'incidents']);
  });

  it('one row by its id, and nothing of one that is not listed', () => {
    const list = listOf(rowOf('a', NOW), rowOf('b', NOW - 1));
    expect(ask(getIncident, list, {}, { id: 'b' })).toEqual({ incident: { id: 'b' } });
    expect(ask(getTreatmentDetail, list, {}, { id: 'a' })).toEqual({ result: { id: 'a' } });
    expect([getIncident, getTreatmentDetail].map((call) => ask(call, list, {}, { id: 'c' }))).toEqual([undefined, undefined]);
  });
});

it('[NIGHT17] a log of the history holds its lists however many devices it has, and forgets them with the sign-out', () => {
  const log = (...events: readonly EventPayload[]) => events.map((event, seq) => ({ ...event, seq, at: NOW + seq, source: 'history' }));
  const lists = Array.from({ length: 400 }, (_, index): EventPayload => {
    const key = `GET errors?serial=LF-${index}`;
    return { kind: 'request.succeeded', key, call: 'GET errors', answer: { result: [] } };
  });
  const begun: EventPayload = { kind: 'history.listed', list: 'commands', since: 5, rows: [rowOf('a', 10)] };
  const added: EventPayload = { kind: 'history.listed', list: 'commands', rows: [rowOf('b', 20)] };
  const idsIn = (state: RootState) => selectPastRows(state, 'commands')?.rows.map(({ id }) => id);
  const state = reduceLog(undefined, log(begun, ...lists, added));
  expect([idsIn(state), Object.keys(state.answers).length]).toEqual([['b', 'a'], 401]);
  expect(selectPastRows(state, 'events')).toBeUndefined();
  expect(idsIn(reduceLog(state, log({ kind: 'session.closed' })))).toBeUndefined();
});
