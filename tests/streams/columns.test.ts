import * as fc from 'fast-check';
import { firstValueFrom, of, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { getMachines } from '#contract/fleet/machine';
import { stateFieldNames, stateFields } from '#contract/fleet/stateFields';
import { shapeFinder } from '#streams/columnFrame/reportShape';
import { columnReader } from '#streams/socket/columnReader';
import { columnWriter } from '#streams/socket/columnWriter';
import { requestOnce } from '#streams/query/requestOnce';
import type { Reading } from '#streams/columns';
import { responseMapperOf } from '#streams/query/responseMappers';
import { readFrame, toEvents } from '#streams/socket/frame';
import type { HttpResponse } from '#streams/ports';
import { MASK } from '#domain/text/secretMask';
import { aReply, fakePorts } from '../support/fakePorts.ts';

const valueByType = {
  number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  text: fc.oneof(fc.string(), fc.constantFrom('waiting', null)),
  flag: fc.constantFrom(true, false, null),
  textOrFlag: fc.oneof(fc.boolean(), fc.string(), fc.constant(null)),
};
const valueOf = (name: (typeof stateFieldNames)[number]) => valueByType[stateFields[name]];
const known = fc.record(Object.fromEntries(stateFieldNames.map((name) => [name, valueOf(name)])), { requiredKeys: [] });
const others = fc.dictionary(
  fc.constantFrom('voltage', 'shape', 'other_fields', 'password', 'constructor', '7'),
  fc.jsonValue({ maxDepth: 3 }),
);
const state = fc.oneof(
  { weight: 2, arbitrary: known },
  fc.tuple(known, others).map(([one, more]) => ({ ...more, ...one })),
);
const report = fc.record({
  type: fc.constant('state'),
  serial: fc.constantFrom('LF-01', 'LF-02', ''),
  timestamp: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  state,
});
const data = { type: 'data', serial: 'LF-01', data_group: 'state_data', data: { has_wifi: true } };
const good = { type: 'state', serial: 'LF-01', timestamp: '2026-03-04T13:05:00.000Z', state: { current_state: 'error' } };
const other = fc.constantFrom<unknown>(
  data,
  null,
  7,
  'text',
  [],
  { type: 'pong' },
  { ...good, state: 7 },
  { ...good, timestamp: 'now' },
  {
    ...good,
    state: { current_state: 'idle', new_field: 1 },
  },
);
const frames = fc.array(fc.array(fc.oneof({ weight: 4, arbitrary: report }, { weight: 1, arbitrary: other })), {
  minLength: 1,
  maxLength: 5,
});

/** Returns the messages that pass through a port between threads. */
const handedOver = <T>(value: T): T => structuredClone(value);

describe('a frame read apart', () => {
  it('[FRAME3] says what it says when it is read here, one after the other', () => {
    const seen = { reports: 0, others: 0 };
    fc.assert(
      fc.property(frames, (all) => {
        const [write, read] = [columnWriter(), columnReader()];
        for (const pushes of all) {
          const text = JSON.stringify(pushes);
          const columns = write('frame', text);
          if (columns === null) throw new Error('no columns of JSON');
          const reading = read(handedOver(columns));
          seen.reports += reading.reports.length;
          seen.others += reading.others.length;
          expect(toEvents(reading)).toEqual(readFrame(text));
        }
      }),
      { numRuns: 150 },
    );
    expect(Math.min(seen.reports, seen.others)).toBeGreaterThan(200);
  });

  it('[OTHER1] further fields of a report are one text, alike whatever their order, with secrets hidden', () => {
    const further = { voltage: 25.1, faults: [{ part: 'arm', code: 7 }], wifi_password: 'geheim', shape: 'round', other_fields: 'mine' };
    const push = (more: object) => ({ ...good, state: { ...good.state, ...more } });
    const write = columnWriter();
    const columns = write('frame', JSON.stringify([push(further), push(Object.fromEntries(Object.entries(further).toReversed()))]));
    if (columns === null) throw new Error('no columns of JSON');
    const { reports } = columnReader()(columns);
    const [first, reversed] = reports.map((read) => read.state);
    expect(first).toEqual(reversed);
    expect(first).toMatchObject({ shape: 'tasks', current_state: 'error' });
    expect(JSON.parse(first?.other_fields ?? '')).toEqual({ ...further, wifi_password: MASK });
    expect(readFrame(JSON.stringify([push(further)]))).toMatchObject([{ state: first }]);
  });

  it('[FRAME3] says a text once', () => {
    const write = columnWriter();
    expect(write('frame', JSON.stringify([good, good]))?.texts).toHaveLength(3);
    expect(write('frame', JSON.stringify([good]))?.texts).toEqual([]);
  });

  it('[FRAME3] counts texts anew before there are too many, and what is reported then is right', () => {
    const [write, read] = [columnWriter(), columnReader()];
    const many = (from: number) => Array.from({ length: 60_000 }, (_, index) => ({ ...good, serial: `LF-${String(from + index)}` }));
    const fresh = [many(0), many(60_000), many(120_000), [good]].map((pushes) => {
      const columns = write('frame', JSON.stringify(pushes));
      if (columns === null) throw new Error('no columns of JSON');
      expect(read(columns).reports.map(({ serial }) => serial)).toEqual(pushes.map(({ serial }) => serial));
      return columns.isFresh;
    });
    expect(fresh).toEqual([true, false, true, false]);
  });

  it.each(['', 'x', '[{"type":"state"', '{"a":1}}'])('[FRAME3] leaves what is no JSON to the page: %s', (text) => {
    expect(columnWriter()('frame', text)).toBeNull();
  });

  it('[FRAME3] one push is a frame too', () => {
    const columns = columnWriter()('frame', JSON.stringify(good));
    expect(columns && toEvents(columnReader()(columns))).toEqual(readFrame(JSON.stringify(good)));
  });

  it('[FRAME3] [LIVE-013] the state of all devices states the same facts', () => {
    const machine = report.map(({ timestamp, state: value }) => ({ timestamp, is_live: true, state: value }));
    let entries = 0;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), machine), (result) => {
        const columns = columnWriter()('machines', JSON.stringify({ result }));
        if (columns === null) throw new Error('no columns of machines');
        const { reports } = columnReader()(columns);
        entries += reports.length;
        expect(reports).toEqual(responseMapperOf(getMachines).read(JSON.parse(JSON.stringify({ result })), {})?.deviceEvents);
      }),
      { numRuns: 150 },
    );
    expect(entries).toBeGreaterThan(100);
  });

  it.each([
    ['an entry of another shape', { result: { 'LF-01': { ...good, is_live: 7 } } }],
    ['a list', []],
    ['an error', { error: 'internal: none' }],
  ])('[FRAME3] machines with %s are left to the page', (_, value) => {
    expect(columnWriter()('machines', JSON.stringify(value))).toBeNull();
  });
});

describe('an answer read apart', () => {
  const reading: Reading = {
    reports: [{ kind: 'device.stateReported', serial: 'LF-09', reportedAt: 7, state: { shape: 'tasks' } }],
    others: [],
  };
  const text = JSON.stringify({ result: { 'LF-01': { timestamp: good.timestamp, state: good.state } } });
  const asked = (value: Reading | string, reply: Partial<HttpResponse> = { text: '', bytes: new TextEncoder().encode(text) }) => {
    const ports = fakePorts(new VirtualTimeScheduler(), { answer: () => of(aReply(reply)), parseInWorker: () => of(value) });
    return firstValueFrom(requestOnce(ports, { call: getMachines.name, params: {}, query: {} }));
  };

  it('[FRAME3] is taken as it was read', async () => {
    expect(await asked(reading)).toMatchObject({ ok: true, deviceEvents: reading.reports, text: null });
  });

  it('[FRAME3] is read here where it was not read', async () => {
    const read = { ok: true, deviceEvents: [{ kind: 'device.stateReported', serial: 'LF-01' }], text };
    expect(await asked(text)).toMatchObject(read);
    expect(await asked(reading, { text })).toMatchObject(read);
  });

  it('[FRAME3] a refused one is a failure all the same', async () => {
    expect(await asked(reading, { status: 503, text })).toMatchObject({ ok: false, failure: { status: 503 } });
  });
});

it('[FRAME4] texts are numbered anew after 4 Mi characters, and read all the same', () => {
  const [write, read] = [columnWriter(), columnReader()];
  let characters = 0;
  let restarts = 0;
  for (let index = 0; index < 200; index += 1) {
    const further = `${String(index)} ${'x'.repeat(60_000)}`;
    const columns = write('frame', JSON.stringify({ ...good, state: { further } }));
    if (columns === null) throw new Error('not written');
    if (columns.isFresh) [characters, restarts] = [0, restarts + 1];
    characters += columns.texts.reduce((sum, { length }) => sum + length, 0);
    expect(characters).toBeLessThan(4_300_000);
    expect(read(columns).reports.map(({ state: { other_fields } }) => other_fields)).toEqual([JSON.stringify({ further })]);
  }
  expect(restarts).toBe(3);
});

it('[FRAME4] of the shapes of reports 1,000 are remembered', () => {
  const find = shapeFinder();
  const shapeAt = (subset: number) =>
    find(Object.fromEntries(stateFieldNames.flatMap((name, bit) => (subset & (1 << bit) ? [[name, null]] : []))));
  const first = shapeAt(0);
  expect(shapeAt(0)).toBe(first);
  for (let order = 1; order <= 1_000; order += 1) shapeAt(order);
  expect(shapeAt(0)).not.toBe(first);
  expect(shapeAt(0).names).toEqual(first.names);
});
