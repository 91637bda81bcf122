import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBacklog, isEmpty, mergeFailedWrite } from '#server/fleet/ingest/backlog';
import { anIncident } from '../support/anIncident.ts';
import { happenedAt, isClockKnown, MAX_LOGS } from '#server/fleet/ingest/receivedLog';
import { readMessage } from '#server/fleet/ingest/readMessage';

const time = '2026-03-04T13:05:00.000Z';
const NOW = Date.parse('2026-03-04T13:06:00Z');
const event = { kind: 'event', time, level: 'info', message: 'Started' } as const;
const file = { kind: 'file', time, database_id: 'log-1', timestamp: time } as const;
const read = (output: unknown) =>
  readMessage('devices/A/log', Buffer.from(typeof output === 'string' ? output : JSON.stringify(output)), NOW);
const nested = (depth: number) =>
  `{"kind":"event","time":"${time}","level":"info","message":"x","data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

it.each([
  ['an event', event],
  [
    'an event with data and an incident',
    { ...event, level: 'fatal', data: { code: '0x1', list: [1, null] }, action: { incident_id: 'i-1' } },
  ],
  ['an event with nothing beside it', { ...event, message: '', data: null, action: null }],
  ['a log file', file],
  ['an incident', anIncident('i-1', { time })],
  ['an incident of nowhere', anIncident('i-1', { map_id: null, map_version: null, node_id: null, x: null, y: null, error_code: null })],
])('[INGEST11] %s is read as it was reported', (_name, output) => {
  expect(read(output)).toMatchObject({ ok: true, serial: 'A', kind: 'log', message: output, losses: [], remarks: [] });
});

it('[INGEST1] [INGEST11] a field named like a prototype is left out', () => {
  const output = read(`{"kind":"event","time":"${time}","level":"info","message":"x","data":{"__proto__":{"polluted":1},"a":1}}`);
  expect(output).toMatchObject({ ok: true, message: { data: { a: 1 } } });
  expect(JSON.stringify(output)).not.toContain('polluted');
});

it.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', []],
  ['another kind', { ...event, kind: 'rumour' }],
  ['a file without a name', { ...file, database_id: '' }],
  ['a name without end', { ...file, database_id: 'x'.repeat(101) }],
  ['an incident without a name', anIncident('')],
  ['an incident with a name without end', anIncident('x'.repeat(101))],
  ['an incident without an id', { kind: 'incident', time }],
])('[INGEST1] [INGEST11] %s is no log', (_name, output) => {
  expect(read(output)).toMatchObject({ ok: false, reason: 'malformed' });
});

const receivedAt = new Date(NOW).toISOString();
it.each([
  ['another level', { ...event, level: 'banana' }, [], { level: 'banana' }],
  ['no level', { ...event, level: undefined }, [], { level: 'info' }],
  ['no message', { ...event, message: undefined }, [], { message: '' }],
  ['a message that is no text', { ...event, message: 7 }, [], { message: '7' }],
  ['no time', { ...event, time: undefined }, [], { time: receivedAt }],
  ['a time that is none', { ...event, time: 'yesterday' }, ['time'], { time: receivedAt }],
  ['year zero', { ...event, time: '0000-01-01T00:00:00Z' }, ['time'], { time: receivedAt }],
  ['a NUL in the message', { ...event, message: 'a\0b' }, [], { message: 'a\uFFFDb' }],
  ['half a letter in the data', { ...event, data: { a: '\ud800' } }, [], { data: { a: '\uFFFD' } }],
  ['a NUL in a key', { ...event, data: { 'a\0b': 1 } }, [], { data: { 'a\uFFFDb': 1 } }],
  ['data that is a list', { ...event, data: [1] }, ['data'], { data: null }],
  ['an action that leads nowhere', { ...event, action: {} }, ['action'], { action: null }],
  ['an empty incident', { ...event, action: { incident_id: '' } }, ['action'], { action: null }],
  ['an id without end', { ...event, action: { treatment_id: 'x'.repeat(101) } }, ['action'], { action: null }],
  ['a file of year zero', { ...file, timestamp: '0000-01-01T00:00:00Z' }, ['timestamp'], { timestamp: receivedAt }],
  ['a map without a name', anIncident('i-1', { map_id: '' }), ['map_id'], { map_id: null }],
  ['an upload that ended in year zero', anIncident('i-1', { upload_finished: '0000-01-01T00:00:00Z' }), ['upload_finished'], {}],
  ['no place', { ...anIncident('i-1'), x: 'here' }, ['x'], { x: null }],
  ['an incident with a NUL', anIncident('i-1', { node_id: 'a\0b' }), [], { node_id: 'a\uFFFDb' }],
  ['half an incident', { kind: 'incident', time, incident_id: 'i-1' }, [], { error_code: null, manually_triggered: false }],
  ['data 34 deep', nested(34), ['data.a'], { data: {} }],
  ['data 10,000 deep', nested(10_000), ['data.a'], { data: {} }],
])('[INGEST11] [DOOR2] the rest of a log with %s counts', (_name, output, losses, message) => {
  expect(read(output)).toMatchObject({ ok: true, losses: losses.map((field) => ({ field })), message });
});

it('[INGEST1] too deep messages are refused on every topic, and 30 levels are read', () => {
  const deep = Buffer.from(`{"state":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
  for (const kind of ['state', 'data', 'log'])
    expect(readMessage(`devices/A/${kind}`, deep, NOW)).toMatchObject({ ok: false, reason: 'malformed' });
  expect(read(nested(30))).toMatchObject({ ok: true, losses: [] });
});

it('[INGEST1] a log above 64 kB is huge', () => {
  expect(read({ ...event, message: 'x'.repeat(70_000) })).toMatchObject({ ok: false, reason: 'huge' });
});

it('[INGEST1] reading a log never throws', () => {
  const output = fc.record({
    kind: fc.constant('event'),
    time: fc.constant(time),
    level: fc.string(),
    message: fc.string(),
    data: fc.jsonValue(),
  });
  const any = fc.property(fc.oneof(output, fc.jsonValue()), (value) => {
    expect([true, false]).toContain(read(value).ok);
  });
  fc.assert(any, { numRuns: 1_000 });
});

const DAY = 86_400_000;
const now = Date.parse('2026-03-04T13:00:00Z');
it.each([
  ['a minute ago', now - 60_000, true, now - 60_000],
  ['at once', now, true, now],
  ['two days ago', now - 2 * DAY, true, now - 2 * DAY],
  ['364 days ago', now - 364 * DAY, true, now - 364 * DAY],
  ['in ten minutes: a clock that goes ahead', now + 600_000, true, now],
  ['in a year', now + 365 * DAY, false, now],
  ['in 2001: a clock that forgot the time', Date.parse('2001-01-01T00:00:00Z'), false, now],
])('[INGEST12] by its device it happened %s', (_name, deviceTime, isKnown, at) => {
  expect([isClockKnown(deviceTime, now), happenedAt(deviceTime, { receivedAt: now })]).toEqual([isKnown, at]);
});

it.each([
  ['7 min behind', now - 420_000, -420_000, now],
  ['7 min behind, of what happened a minute before', now - 480_000, -420_000, now - 60_000],
  ['12 s ahead', now + 12_000, 12_000, now],
  ['ten years ahead', now + 3_652 * DAY, 3_652 * DAY, now],
  ['4 s behind: on its way', now - 4_000, -4_000, now - 4_000],
])('[CLOCK4] by a clock that is %s', (_name, deviceTime, aheadMs, at) => {
  expect(happenedAt(deviceTime, { receivedAt: now, aheadMs })).toBe(at);
});

it('[INGEST13] a failed write precedes later data, and the oldest are given up', () => {
  const news = (name: string) => ({ serial: 'A', receivedAt: 1, message: { ...event, message: name } });
  const [failed, since] = [emptyBacklog(), emptyBacklog()];
  failed.logs.push(news('first'));
  since.logs.push(news('second'));
  expect([isEmpty(failed), isEmpty(emptyBacklog())]).toEqual([false, true]);
  const { backlog, lost } = mergeFailedWrite(failed, since);
  expect(backlog.logs).toEqual([news('first'), news('second')]);
  expect(lost).toBe(0);
  const full = { ...emptyBacklog(), logs: Array.from({ length: MAX_LOGS }, () => news('later')) };
  const over = mergeFailedWrite(failed, full);
  expect(over.lost).toBe(1);
  expect(over.backlog.logs).toEqual(full.logs);
});
