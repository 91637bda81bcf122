import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMN_PROTOCOL } from '#contract/fleet/socket';
import { stateFieldNames, stateFields } from '#contract/fleet/stateFields';
import { addJson, columnFrame } from '#streams/columnFrame/frameBytes';
import { frameReader, isFreshFrame } from '#streams/columnFrame/frameReader';
import { FORMAT } from '#streams/columnFrame/rowFormat';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { fields } from '#streams/columns';
import { readFrame, toEvents } from '#streams/socket/frame';
import { DamagedRecording } from '#streams/recording/bytes';
import { MASK } from '#domain/text/secretMask';
import { recordingCodec as utf8 } from '#edge/bytes/recordingCodec';

const valueByType = {
  number: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 1_000) },
    { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
    fc.constantFrom(null, 0, -0, 1e-7, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE),
  ),
  text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('waiting', 'executing_task', '', null, '\ud800', 'ź'.repeat(40))),
  flag: fc.constantFrom(true, false, null),
  textOrFlag: fc.oneof(fc.boolean(), fc.string(), fc.constant(null)),
};
const valueOf = (name: (typeof stateFieldNames)[number]) => valueByType[stateFields[name]];
const known = fc.record(Object.fromEntries(stateFieldNames.map((name) => [name, valueOf(name)])), { requiredKeys: [] });
const tasks = fc.record({
  current_state: fc.constantFrom('idle', 'executing_task'),
  current_pose_x: valueByType.number,
  current_pose_y: fc.integer({ min: 0, max: 90_000 }).map((value) => value / 1_000),
  battery_level: fc.integer({ min: 0, max: 100 }),
  error_code: fc.constantFrom(null, 'E-117'),
});
const others = fc.dictionary(
  fc.constantFrom('voltage', 'shape', 'other_fields', 'password', 'constructor', '__proto__', '7'),
  fc.jsonValue({ maxDepth: 3 }),
);
const state = fc.oneof(
  { weight: 4, arbitrary: tasks },
  known,
  fc.tuple(known, others).map(([one, more]) => ({ ...more, ...one })),
);
const report = fc.record({
  type: fc.constant('state'),
  serial: fc.constantFrom('LF-01', 'LF-02', '', 'ź', '\ud800'),
  timestamp: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  state,
});
const good = { type: 'state', serial: 'LF-01', timestamp: '2026-03-04T13:05:00.000Z', state: { current_state: 'error' } };
const other = fc.constantFrom<unknown>(
  { type: 'data', serial: 'LF-01', data_group: 'state_data', data: { has_wifi: true } },
  { type: 'stop', request_id: 'a', status: null },
  { type: 'stop', request_id: 'a', status: 200, success: true },
  null,
  7,
  'text',
  [],
  { type: 'pong' },
  { ...good, state: 7 },
  { ...good, state: { battery_level: 'full' } },
  { ...good, state: { current_pose_x: 1, other_fields: 'x' } },
  { ...good, timestamp: 'now' },
  { ...good, timestamp: '2026-03-04T13:05:00Z' },
);
const frames = fc.array(fc.array(fc.oneof({ weight: 6, arbitrary: report }, { weight: 1, arbitrary: other })), {
  minLength: 1,
  maxLength: 8,
});

/** The instant of a push, as it was received; NaN for one that is written in another form. */
const instantOf = (push: unknown): number => {
  const at = typeof push === 'object' && push !== null && 'timestamp' in push ? Date.parse(String(push.timestamp)) : NaN;
  return typeof push === 'object' &&
    push !== null &&
    'timestamp' in push &&
    !Number.isNaN(at) &&
    new Date(at).toISOString() === push.timestamp
    ? at
    : NaN;
};

/** A fresh frame of one push as JSON. */
function frameOfJson(text: string): Uint8Array {
  const frame = columnFrame(true);
  addJson(frame, text, utf8);
  return frame.done();
}

/** Writes the pushes for a reader that reads every frame. */
function writerForOne() {
  const writer = rowWriter(utf8);
  const versions = new Map<number, number>();
  return (pushes: readonly unknown[], isFresh = false) => {
    if (isFresh) versions.clear();
    const frame = columnFrame(isFresh);
    for (const push of pushes) {
      const row = writer.row(push, instantOf(push));
      if (row === null) addJson(frame, JSON.stringify(push), utf8);
      else {
        writer.add(frame, row, versions.get(row.number) === row.version - 1);
        versions.set(row.number, row.version);
      }
    }
    return frame.done();
  };
}

describe('a column frame', () => {
  it('[WIRE1] gives the events of the JSON frame, byte for byte, one frame after the other', () => {
    const seen = { steps: 0, whole: 0, json: 0, rejected: 0 };
    fc.assert(
      fc.property(frames, (all) => {
        const [write, read] = [writerForOne(), frameReader(utf8)];
        all.forEach((pushes, index) => {
          const reading = read(write(pushes, index === 0));
          const events = readFrame(JSON.stringify(pushes));
          expect(JSON.stringify(toEvents(reading))).toBe(JSON.stringify(events));
          seen.json += reading.others.length;
          seen.rejected += events.filter(({ kind }) => kind === 'frame.rejected').length;
          seen[index === 0 ? 'whole' : 'steps'] += reading.reports.length;
        });
      }),
      { numRuns: 100 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });

  it('[WIRE1] may be read anew at any report: a fresh frame voids what came before', () => {
    const [write, read] = [writerForOne(), frameReader(utf8)];
    const at = (x: number) => ({ ...good, state: { current_pose_x: x } });
    const first = write([at(1.5)], true);
    expect(isFreshFrame(first)).toBe(true);
    const later = write([at(1.75)]);
    expect(isFreshFrame(later)).toBe(false);
    const fresh = write([at(2)], true);
    expect(read(first).reports).toMatchObject([{ state: { current_pose_x: 1.5 } }]);
    expect(read(later).reports).toMatchObject([{ state: { current_pose_x: 1.75 } }]);
    expect(frameReader(utf8)(fresh).reports).toMatchObject([{ state: { current_pose_x: 2 } }]);
    expect(read(fresh).reports).toEqual(frameReader(utf8)(fresh).reports);
  });

  it('[WIRE10] the steps of a device that is silent for long are forgotten: its row is then sent whole', () => {
    const writer = rowWriter(utf8);
    const reportOf = (serial: string, x: number, current_state = '') => {
      const timestamp = new Date(x).toISOString();
      const row = writer.row({ type: 'state', serial, timestamp, state: { current_pose_x: x, current_state } }, x);
      if (row === null) throw new Error('no row');
      return row;
    };
    reportOf('LF-01', 1);
    const silent = reportOf('LF-01', 2);
    const frameOfSilent = (isFresh: boolean) => {
      const frame = columnFrame(isFresh);
      writer.add(frame, silent, !isFresh);
      return frame.done();
    };
    const steps = frameOfSilent(false);
    for (let x = 3; x < 3_000; x += 1) reportOf('LF-02', x, String(x).padStart(1_000, '-'));
    expect(steps.length).toBeLessThan(10);
    expect(frameOfSilent(false).length).toBe(frameOfSilent(true).length);
    expect(frameReader(utf8)(frameOfSilent(true)).reports.map(({ state: { current_pose_x } }) => current_pose_x)).toEqual([2]);
  });

  it('[WIRE2] a report of a driving device, with noise, takes less than 20 bytes; one that stands less than 8', () => {
    const write = writerForOne();
    const push = (second: number, moves: boolean) => ({
      ...good,
      serial: 'LF-0140-23',
      timestamp: new Date(Date.UTC(2026, 2, 4) + second * 1_000 + (second % 7)).toISOString(),
      state: {
        current_state: 'executing_task',
        current_task: 'uv_treatment',
        error_code: null,
        battery_level: 81.3,
        controller: null,
        current_node: `N${String(moves ? Math.floor(second / 3) : 0)}`,
        current_pose_x: moves ? Math.round(second * 412 + (second % 11)) / 1_000 : 1.234,
        current_pose_y: moves ? Math.round(second * 97 - (second % 13)) / 1_000 : 2.345,
        current_pose_theta: moves ? Math.round((second % 5) * 17) / 1_000 : 0.1,
        current_velocity: moves ? 0.4 + (second % 3) / 100 : 0,
      },
    });
    const bytes = (moves: boolean) => {
      write([push(0, moves)], true);
      const lengths = Array.from({ length: 60 }, (_, second) => write([push(second + 1, moves)]).length);
      return lengths.slice(10).reduce((sum, length) => sum + length, 0) / 50;
    };
    expect(bytes(true)).toBeLessThan(20);
    expect(bytes(false)).toBeLessThan(8);
  });

  it('[WIRE1] secrets in fields that the contract does not know are hidden, and named in the same order', () => {
    const push = { ...good, state: { current_state: 'idle', wifi_password: 'geheim', voltage: 25 } };
    const { reports } = frameReader(utf8)(writerForOne()([push], true));
    expect(JSON.parse(reports[0]?.state.other_fields ?? '')).toEqual({ voltage: 25, wifi_password: MASK });
  });
});

describe('a damaged column frame', () => {
  const pushes = [good, { ...good, serial: 'LF-02', state: { current_pose_x: 1.25, battery_level: 7.123456789, current_node: 'N1' } }];

  it('[WIRE3] is refused, or gives reports that the contract accepts; nothing else', () => {
    const frame = writerForOne()([...pushes, { type: 'pong' }], true);
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(frame.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(frame.length), (at, flip, length) => {
        const changed = frame.slice(0, length);
        if (at < length) changed[at] = (changed[at] ?? 0) ^ flip;
        try {
          for (const event of toEvents(frameReader(utf8)(changed))) {
            if (event.kind !== 'device.stateReported') continue;
            const { shape: _, other_fields: __, ...known_ } = event.state;
            const again = { type: 'state', serial: event.serial, timestamp: good.timestamp, state: known_ };
            expect(readFrame(JSON.stringify(again))).toMatchObject([{ kind: 'device.stateReported' }]);
          }
        } catch (error) {
          refused += 1;
          expect(error).toBeInstanceOf(DamagedRecording);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(refused).toBeGreaterThan(500);
  });

  it('[WIRE8] keeps those behind it from being read, until one that builds on no other', () => {
    const write = writerForOne();
    const moved = (x: number) => ({ ...good, state: { ...good.state, current_pose_x: x } });
    const [first, second, third] = [write([moved(1)], true), write([moved(2)]), write([moved(3)])];
    const fresh = write([moved(4)], true);
    const read = frameReader(utf8);
    read(first);
    // The step is read before the damage behind it.
    expect(() => read(Uint8Array.of(...second, 0, 9))).toThrow(DamagedRecording);
    expect(() => read(third)).toThrow(DamagedRecording);
    expect(read(fresh).reports.map((one) => one.state.current_pose_x)).toEqual([4]);
  });

  it.each([
    ['empty', new Uint8Array()],
    ['of another format', Uint8Array.of(2, 1)],
    ['with steps of a report that did not come', Uint8Array.of(1, 1, 1, 2, 0)],
    ['that goes on after one that was not read', writerForOne()(pushes).fill(3, 2, 3)],
    ['with JSON that is none', frameOfJson('{')],
    ['with a length of 2^40', Uint8Array.of(1, 1, 0, 128, 128, 128, 128, 128, 32)],
    ['with a text that is no UTF-8', Uint8Array.of(1, 1, 2, 1, 255, 0, 0)],
  ])('[WIRE3] one %s is refused with one line', (_, bytes) => {
    expect(() => frameReader(utf8)(bytes)).toThrow(DamagedRecording);
  });
});

describe('the format of column frames', () => {
  it('[WIRE9] is that of its version: another order of fields, or other bytes, need another FORMAT and another subprotocol', () => {
    const first = { current_pose_x: 1.25, battery_level: 80, current_state: 'idle', error_code: null, voltage: 25 };
    const write = writerForOne();
    const written = [write([{ ...good, state: first }], true), write([{ ...good, state: { ...first, current_pose_x: 1.5 } }])];
    expect([COLUMN_PROTOCOL, FORMAT, ...written.map((frame) => Buffer.from(frame).toString('hex'))]).toEqual([
      'orangery.columns.1',
      1,
      '010102054c462d3031050008495cd9c0819d8f976700a10102fb010469646c650e7b22766f6c74616765223a32357d',
      '010001000233',
    ]);
    expect(fields.join(' ')).toBe(
      'battery_level current_pose_x current_pose_y current_pose_theta current_velocity ' +
        'controller controller_name controller_since current_node current_state current_task error_code state error di_state rp_state ' +
        'implement_state implement_error implement_error_code implement_imp_state implement_imp_state_left implement_implement ' +
        'implement_implement_type implement_implement_left implement_implement_type_left implement_sideshift ' +
        'implement_functional other_fields',
    );
  });

  it('[WIRE9] has a byte for each field, and a bit for each column', () => {
    expect(fields.length).toBeLessThanOrEqual(31);
  });
});
