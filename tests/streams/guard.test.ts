import { dataGroups } from '#contract/fleet/dataGroup';
import { stateFrame } from '#contract/fleet/socket';
import { keptState, tagState } from '#contract/fleet/reportedState';
import { deviceState } from '#contract/fleet/state';
import { readTolerant } from '#streams/parse/readTolerant';
import { stateFieldNames, stateFields } from '#contract/fleet/stateFields';
import { readFrame, readPush } from '#streams/socket/frame';
import { isCommonInstant, isDeviceState, isStateFrame } from '#streams/parse/guard';
import { masked } from '#streams/parse/mask';
import { parseInstantMs } from '#streams/parse/instantMs';
import { instant } from '#contract/schema';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined, Infinity, [], {}));
const fitting = fc.constantFrom('waiting', null, undefined, 3.5, true);
const soundByType = { number: fc.double({ noNaN: true }), text: fc.string(), flag: fc.boolean(), textOrFlag: fc.string() };
const sound = fc.record(Object.fromEntries(stateFieldNames.map((name) => [name, soundByType[stateFields[name]]])), { requiredKeys: [] });
const odd = fc.dictionary(fc.constantFrom(...stateFieldNames, 'shape', '__proto__', 'new_field'), fc.oneof(fitting, value));
const state = fc.oneof({ weight: 4, arbitrary: sound }, { weight: 2, arbitrary: odd }, { weight: 1, arbitrary: value });
const when = fc.oneof(
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2026-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00.000Z',
    '2026-03-04T13:05:00Z',
    '2026-03-04T24:00:00.000Z',
    '2026-03-04 13:05:00.000Z',
    '',
    'now',
    7,
    null,
  ),
);
const often = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: common }, { weight: 1, arbitrary: rare });
const frame = fc.record(
  {
    type: often(fc.constant('state'), fc.constantFrom('data', 7)),
    serial: often(fc.string(), value),
    timestamp: when,
    state,
    extra: value,
  },
  { requiredKeys: ['type', 'serial', 'timestamp', 'state'] },
);

describe('the guard', () => {
  it('[FRAME1] accepts nothing that the schema refuses or changes', () => {
    fc.assert(
      fc.property(frame, (push) => {
        const parsed = stateFrame.safeParse(push);
        if (!isStateFrame(push)) return;
        const sent = Object.fromEntries(Object.entries(push.state).filter(([name]) => name !== '__proto__'));
        expect(parsed.data).toMatchObject({ serial: push.serial, timestamp: push.timestamp, state: sent });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(stateFieldNames)('[FRAME1] knows the field %s: takes what the schema takes, refuses every other type', (name) => {
    for (const sent of [1.5, 'waiting', true, null, [], {}, Infinity]) {
      const push = { type: 'state', serial: 'LF-01', timestamp: '2026-03-04T13:05:00.000Z', state: { [name]: sent } };
      expect(isStateFrame(push)).toBe(stateFrame.safeParse(push).success);
    }
  });

  it('[FRAME1] [LIVE-007] reading a push gives what the schema gives', () => {
    const seen = { reported: 0, refused: 0 };
    fc.assert(
      fc.property(frame, (push) => {
        // The push is parsed first, because `readPush` changes it in place.
        const parsed = stateFrame.safeParse(push);
        const events = readPush(push);
        seen[events.kind === 'device.stateReported' ? 'reported' : 'refused'] += 1;
        const isReadable = readTolerant(stateFrame, push, { isRow: true }) !== null;
        if (!parsed.success) expect(events.kind).toBe(isReadable ? 'device.stateReported' : 'frame.rejected');
        else {
          const { serial, timestamp, state: emitted } = parsed.data;
          expect(events).toEqual({
            kind: 'device.stateReported',
            serial,
            reportedAt: Date.parse(timestamp),
            state: tagState(keptState(emitted, masked)),
          });
        }
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(seen.reported, seen.refused)).toBeGreaterThan(50);
  });

  it('[FRAME1] an entry of the machines is accepted only as the schema accepts it', () => {
    fc.assert(
      fc.property(
        fc.record({ timestamp: when, is_live: value, state }),
        (entry) => !isDeviceState(entry) || deviceState.safeParse(entry).success,
      ),
    );
  });

  it('[FRAME1] a common instant is one of the contract, and is read as the platform reads it', () => {
    const seen = { common: 0 };
    fc.assert(
      fc.property(when, (text) => {
        if (!isCommonInstant(text)) return;
        seen.common += 1;
        expect(instant.safeParse(text).success).toBe(true);
        expect(parseInstantMs(text)).toBe(Date.parse(text));
      }),
      { numRuns: 2_000 },
    );
    expect(seen.common).toBeGreaterThan(500);
  });

  it('[FRAME1] every day of four centuries is common, and no other', () => {
    const wrong: string[] = [];
    for (let year = 1900; year < 2300; year += 1)
      for (let month = 1; month <= 13; month += 1)
        for (let day = 0; day <= 32; day += 1) {
          const text = `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T12:00:00.000Z`;
          const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
          if (isCommonInstant(text) !== (month <= 12 && day >= 1 && day <= days)) wrong.push(text);
        }
    expect(wrong).toEqual([]);
  });
});

const good = { type: 'state', serial: 'LF-01', timestamp: '2026-03-04T13:05:00.000Z', state: { current_state: 'error' } };
const data = { type: 'data', serial: 'LF-01', data_group: 'state_data', data: { has_wifi: true } };

describe('a frame', () => {
  it('[LIVE-008] each data group stands under its own name', () => {
    expect(Object.values(dataGroups).map(({ name }) => name)).toEqual(Object.keys(dataGroups));
  });

  it.each([
    ['one push', JSON.stringify(good), ['device.stateReported']],
    ['an array of pushes', JSON.stringify([good, data]), ['device.stateReported', 'device.dataReported']],
    ['an empty array', '[]', []],
    ['half JSON', '[{"type":"state"', ['frame.rejected']],
    ['a number too large', JSON.stringify(good).replace('"error"}', '"error","battery_level":1e999}'), ['device.stateReported']],
    [
      'a bad push between good ones',
      JSON.stringify([good, { ...good, serial: 7 }, null, { ...data, data: [] }, { type: 'pong' }, data]),
      ['device.stateReported', 'frame.rejected', 'frame.rejected', 'frame.rejected', 'frame.rejected', 'device.dataReported'],
    ],
  ])('[FRAME2] [LIVE-007] [LIVE-008] %s', (_, text, kinds) => {
    expect(readFrame(text).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['a token', '{"type":"x","access_token":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"}', '{"type":"x","access_token":"***"}'],
    ['a token cut off', '{"note":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIi', '{"note":"***'],
    ['a password cut off', '{"wifi_password":"open ses', '{"wifi_password":"***"'],
  ])('[FRAME2] keeps %s out of the log', (_, text, kept) => {
    expect(readFrame(text)).toMatchObject([{ kind: 'frame.rejected', text: kept }]);
  });

  it('[FRAME2] keeps the first 200 characters', () => {
    expect(readFrame('x'.repeat(5_000))).toEqual([{ kind: 'frame.rejected', reason: 'not JSON', text: 'x'.repeat(200) }]);
  });

  it.each<[string, object]>([
    ['a text for a number', { state: { ...good.state, battery_level: '87' } }],
    ['a number for a text', { state: { ...good.state, current_task: 7 } }],
    ['a list for a text, an object for a number', { state: { ...good.state, current_node: [], current_pose_x: {} } }],
  ])('[PUSH1] the rest of a state push with %s counts', (_, over) => {
    expect(readPush({ ...good, ...over })).toEqual({
      kind: 'device.stateReported',
      serial: 'LF-01',
      reportedAt: Date.parse(good.timestamp),
      state: tagState({ current_state: 'error' }),
    });
  });

  it('[OTHER1] further fields of a state push with an unreadable field are kept', () => {
    const push = { ...good, state: { ...good.state, current_velocity: 'fast', new_field: 1 } };
    const kept = { shape: 'tasks', current_state: 'error', other_fields: '{"new_field":1}' };
    expect(readPush(push)).toMatchObject({ kind: 'device.stateReported', state: kept });
  });

  it.each(['', 'yesterday', '2026-03-04T13:05:00', 1_772_629_500, null])(
    '[PUSH1] a state push of the time %j counts, without a time',
    (timestamp) => {
      expect(readPush({ ...good, timestamp })).toMatchObject({ kind: 'device.stateReported', reportedAt: NaN, state: good.state });
    },
  );

  it.each([[undefined], [null], ['idle'], [[]]])('[MERGE7] a state push with the state %j has no fields', (sent) => {
    const event = { kind: 'device.stateReported', serial: 'LF-01', reportedAt: Date.parse(good.timestamp), state: tagState({}) };
    expect(readFrame(JSON.stringify({ ...good, state: sent }))).toEqual([event]);
  });

  it('[FRAME2] a wire field cannot change the shape of a state', () => {
    expect(readPush({ ...good, state: { current_state: 'idle', shape: 'docks' } })).toMatchObject({ state: { shape: 'tasks' } });
  });
});
