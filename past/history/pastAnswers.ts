/**
 * Responses to list calls at a past moment, built from the lists that the server's history holds: filtered and paged as the server would have done.
 */

import { getCommands } from '#contract/command';
import { getConfigChanges } from '#contract/devices/configuration';
import { getEvents } from '#contract/devices/deviceEvent';
import { getTreatmentAll, getTreatmentDetail, getTreatmentsLastDay } from '#contract/fleet/treatment';
import { getIncident, getIncidents } from '#contract/incident';
import { parseLevel } from '#domain/devices/eventLevel';
import type { PastListName, PastRow, PastRows } from '#domain/history/pastLists';
import { instantMs } from '#domain/text/dates';
import { folded, foundIn } from '#domain/text/foundIn';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { RequestSpec } from '#streams/event';

/** The request for a list at an instant, in ms since epoch. */
interface Asked {
  /** Path parameters and query, as texts. */
  readonly given: Readonly<Record<string, string>>;
  readonly now: number;
}

interface ListCall {
  readonly list: PastListName;
  /** The parameters that the call may have; with any other, the response is unknown. */
  readonly known: readonly string[];
  readonly answer: (rows: readonly PastRow[], asked: Asked) => unknown;
}

const valueOf = ({ row }: PastRow, name: string): unknown =>
  typeof row === 'object' && row !== null ? Object.entries(row).find(([key]) => key === name)?.[1] : undefined;

const isOf = (row: PastRow, name: string, wanted: string | undefined): boolean => wanted === undefined || valueOf(row, name) === wanted;
/** Codes are compared case-insensitively, as the server does. */
const isOfCode = (row: PastRow, wanted: string | undefined): boolean => {
  const code = valueOf(row, 'error_code');
  return wanted === undefined || (typeof code === 'string' && folded(code) === folded(wanted));
};
const isFrom = ({ serial }: PastRow, wanted: string | undefined): boolean => wanted === undefined || serial === wanted;
const isBetween = ({ at }: PastRow, from: string | undefined, to: string | undefined): boolean =>
  at >= (instantMs(from) ?? -Infinity) && at <= (instantMs(to) ?? Infinity);

const PAGE = ['page', 'per_page'];

/** Returns the rows of a page; `page` counts from 0. */
function pageOf(rows: readonly PastRow[], { page = '0', per_page: size = '10' }: Asked['given']) {
  const first = Number(page) * Number(size);
  return rows.slice(first, first + Number(size)).map(({ row }) => row);
}

const isOfLevel = (row: PastRow, level: string | undefined): boolean => {
  const word = valueOf(row, 'level');
  return level === undefined || (typeof word === 'string' && parseLevel(word) === level);
};

/** Returns whether a treatment was created or running in the last day before an instant. */
function isOfDay(row: PastRow, from: number): boolean {
  const finished = valueOf(row, 'finish_time');
  return row.at >= from || (typeof finished === 'string' ? (instantMs(finished) ?? 0) >= from : valueOf(row, 'in_progress') === true);
}

const paged = (list: PastListName, known: readonly string[], isWanted: (row: PastRow, given: Asked['given']) => boolean): ListCall => ({
  list,
  known: [...PAGE, ...known],
  answer: (all, { given }) => {
    const rows = all.filter((row) => isWanted(row, given));
    const results = pageOf(rows, given);
    return list === 'incidents' ? { total: rows.length, incidents: results } : { total: rows.length, results };
  },
});

/** Returns a call for one row by its id. A row that is not listed may be older than the list, so its response is unknown. */
const one = (list: PastListName, answerWith: (row: unknown) => unknown): ListCall => ({
  list,
  known: ['id'],
  answer: (rows, { given: { id } }) => {
    const found = rows.find((row) => row.id === id);
    return found === undefined ? undefined : answerWith(found.row);
  },
});

/** The calls that can be answered from the lists, by name. */
const CALLS: ReadonlyMap<string, ListCall> = new Map([
  [getCommands.name, paged('commands', ['serial'], (row, { serial }) => isFrom(row, serial))],
  [getEvents.name, paged('events', ['serial', 'level'], (row, { serial, level }) => isFrom(row, serial) && isOfLevel(row, level))],
  [getConfigChanges.name, paged('configuration', ['serial'], (row, { serial }) => isFrom(row, serial))],
  [
    getTreatmentAll.name,
    paged(
      'treatments',
      ['from', 'to', 'device_serial', 'map_id'],
      (row, { from, to, device_serial: serial, map_id: map }) =>
        isFrom(row, serial) && isOf(row, 'map_id', map) && isBetween(row, from, to),
    ),
  ],
  [
    getTreatmentsLastDay.name,
    {
      list: 'treatments',
      known: [],
      answer: (rows, { now }) => {
        const until = Math.floor(now / MINUTE_MS) * MINUTE_MS;
        const from = until - DAY_MS;
        const result = rows.filter((row) => isOfDay(row, from)).map(({ row }) => row);
        return { result, from_dt: new Date(from).toISOString(), to_dt: new Date(until).toISOString() };
      },
    },
  ],
  [
    getIncidents.name,
    paged(
      'incidents',
      ['machine_serial', 'map_id', 'treatment_id', 'error_code', 'start_time', 'end_time', 'incident_id_contains'],
      (row, { machine_serial: serial, map_id, treatment_id, error_code, start_time, end_time, incident_id_contains: part = '' }) =>
        isFrom(row, serial) &&
        isOf(row, 'map_id', map_id) &&
        isOf(row, 'treatment_id', treatment_id) &&
        isOfCode(row, error_code) &&
        isBetween(row, start_time, end_time) &&
        foundIn(row.id, part),
    ),
  ],
  [getIncident.name, one('incidents', (incident) => ({ incident }))],
  [getTreatmentDetail.name, one('treatments', (result) => ({ result }))],
]);

/** The responses to requests that are built from the lists of the history. */
export interface PastAnswers {
  /** Returns the list from which a call can be answered; undefined for any other call. */
  readonly listOf: (call: string) => PastListName | undefined;
  /** Returns the response to a request at an instant (ms since epoch), built from a list; undefined if the list does not contain it. */
  readonly answer: (request: RequestSpec, list: PastRows, now: number) => unknown;
}

/** The responses from the lists of the history, for the calls in `CALLS`. */
export const pastAnswers: PastAnswers = {
  listOf: (call) => CALLS.get(call)?.list,
  answer: ({ call, params, query }, { rows }, now) => {
    const found = CALLS.get(call);
    const given = Object.fromEntries(Object.entries({ ...params, ...query }).map(([name, value]) => [name, String(value)]));
    if (found === undefined || Object.keys(given).some((name) => !found.known.includes(name))) return undefined;
    return found.answer(rows, { given, now });
  },
};
