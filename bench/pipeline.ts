import { BehaviorSubject, NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { seededRandom } from '#domain/random/seededRandom';
import type { StateFrame } from '#contract/fleet/socket';
import { columnReader } from '#streams/socket/columnReader';
import { columnWriter } from '#streams/socket/columnWriter';
import { columnFrame } from '#streams/columnFrame/frameBytes';
import { frameReader } from '#streams/columnFrame/frameReader';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { fleetLog } from '#streams/log/fleetLog';
import type { SocketEvent, Token } from '#streams/ports';
import { budgets } from './budgets.ts';
import { measured, median, type Result } from './result.ts';
import { recordingCodec } from '../src/edge/bytes/recordingCodec.ts';
import { initialFleet, reduceFleet, selectDevice, type FleetState } from '../state/fleet.ts';

const DEVICES = 10_000;
const PUSHES_PER_FRAME = 200;
const SECONDS = 10;
const ROUNDS = 9;
const START = Date.UTC(2026, 2, 4, 13, 0, 0);

const serialOf = (device: number) => `LF-${String(device).padStart(4, '0')}-23`;
const tenths = (value: number) => Math.round(value * 1_000) / 1_000;

/** Returns text frames in which every device reports once a second; the first second introduces all devices. */
function makeFrames(): readonly string[] {
  const random = seededRandom(7);
  const push = (index: number): StateFrame => ({
    type: 'state',
    serial: serialOf(index % DEVICES),
    timestamp: new Date(START + Math.floor((index * 1_000) / DEVICES)).toISOString(),
    state: {
      current_state: 'executing_task',
      current_task: 'spray_lane',
      error_code: null,
      battery_level: Math.floor(random() * 100),
      controller: null,
      current_node: `N${String(index % 400)}`,
      current_pose_x: tenths(random() * 200),
      current_pose_y: tenths(random() * 80),
      current_pose_theta: tenths(random() * 6),
      current_velocity: tenths(random()),
    },
  });
  return Array.from({ length: (DEVICES * (SECONDS + 1)) / PUSHES_PER_FRAME }, (_, frame) =>
    JSON.stringify(Array.from({ length: PUSHES_PER_FRAME }, (__, index) => push(frame * PUSHES_PER_FRAME + index))),
  );
}

function parseAll(frames: readonly string[]): number {
  let pushes = 0;
  for (const text of frames) {
    const json: unknown = JSON.parse(text);
    pushes += Array.isArray(json) ? json.length : 1;
  }
  return pushes;
}

/** Returns the event of the socket that brings the frame of a number; called for all frames, in order. */
type Delivery = (frame: number) => SocketEvent;

const asTexts =
  (frames: readonly string[]): Delivery =>
  (frame) => ({ kind: 'frame', text: frames[frame] ?? '' });

/** Frames that the worker parsed to columns, whose reports the page reads. */
function apart(frames: readonly string[]): () => Delivery {
  const write = columnWriter();
  const columns = frames.map((text) => write('frame', text));
  return () => {
    const read = columnReader();
    return (frame) => {
      const written = columns[frame];
      if (written == null) throw new Error('a frame that the worker could not parse');
      return { kind: 'read', reading: read(written) };
    };
  };
}

/** The same reports as column frames, as a server that announces them sends them. */
function asColumns(frames: readonly string[]): () => Delivery {
  const writer = rowWriter(recordingCodec);
  const bytes = frames.map((text, frame) => {
    const pushes: readonly StateFrame[] = JSON.parse(text);
    const columns = columnFrame(frame === 0);
    for (const push of pushes) {
      const row = writer.row(push, Date.parse(push.timestamp));
      if (row === null) throw new Error('a report without a row');
      writer.add(columns, row, true);
    }
    return columns.done();
  });
  return () => {
    const read = frameReader(recordingCodec);
    return (frame) => ({ kind: 'read', reading: read(bytes[frame] ?? new Uint8Array()) });
  };
}

/** Opens the console's pipeline: socket, guard, newest report, log, one batch per animation frame, reducer. */
function openPipeline(deliver: Delivery) {
  const socketEvents$ = new Subject<SocketEvent>();
  const frame$ = new Subject<null>();
  const clock = new VirtualTimeScheduler();
  clock.now = () => START;
  const token: Token = { value: 'bench', expiresAt: Infinity };
  const ports = {
    send: () => NEVER,
    saveFile: () => NEVER,
    openSocket: () => socketEvents$,
    progress$: NEVER,
    parseInWorker: () => of(''),
    token$: new BehaviorSubject<Token | null>(token),
    renew: () => NEVER,
    visible$: new BehaviorSubject(true),
    online$: new BehaviorSubject(true),
    frame$,
    clock,
    random: seededRandom(1),
  };
  let fleet = initialFleet;
  const config = { websocket_address: '', session$: NEVER, onSecret: () => undefined };
  const subscription = fleetLog(ports, NEVER, config).subscribe((batch) => {
    fleet = reduceFleet(fleet, batch);
  });
  socketEvents$.next({ kind: 'opened', send: () => undefined });
  const pump = (from: number, to: number) => {
    for (let frame = from; frame < to; frame += 1) {
      socketEvents$.next(deliver(frame));
      frame$.next(null);
    }
    return fleet;
  };
  return { pump, close: () => subscription.unsubscribe() };
}

/** Counts the devices whose state differs from their last push. */
function wrongDevices(frames: readonly string[], fleet: FleetState): number {
  const last = new Map<string, string>();
  for (const text of frames)
    for (const { serial, state } of JSON.parse(text)) last.set(serial, JSON.stringify({ ...state, shape: 'tasks' }));
  const sorted = (state: object) => JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return [...last].filter(([serial, state]) => sorted(selectDevice({ fleet }, serial)?.state ?? {}) !== sorted(JSON.parse(state))).length;
}

function timed(work: () => unknown): number {
  // CPU time of this thread, which does not grow when the machine is busy, unlike wall time.
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const best = (times: readonly number[]) => Math.min(...times);

const NAMES = ['parse', 'texts', 'apart', 'columns', 'control'] as const;

/**
 * Measures `pipeline`: text frames and column frames to state at 10,000 devices against `JSON.parse` of the texts, and the page's share when a worker parses
 * them; uses the best, least disturbed round.
 */
export function pipelineBench(): readonly Result[] {
  const all = makeFrames();
  const known = DEVICES / PUSHES_PER_FRAME;
  const frames = all.slice(known);
  const deliveries = { texts: () => asTexts(all), apart: apart(all), columns: asColumns(all) };
  const wrong = Object.values(deliveries).map((deliver) => wrongDevices(all, openPipeline(deliver()).pump(0, all.length)));
  if (wrong.some((count) => count > 0))
    throw new Error(`${wrong.join(', ')} devices ended in another state: the figures would mean nothing`);
  const times: Record<(typeof NAMES)[number], number[]> = { parse: [], texts: [], apart: [], columns: [], control: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    const note = (name: (typeof NAMES)[number], work: () => unknown) => {
      const time = timed(work);
      if (round >= 0) times[name].push(time);
    };
    note('parse', () => parseAll(frames));
    for (const name of ['texts', 'apart', 'columns'] as const) {
      const { pump, close } = openPipeline(deliveries[name]());
      pump(0, known);
      note(name, () => pump(known, all.length));
      close();
    }
    note('control', () => parseAll(frames));
  }
  const perPush = (named: readonly number[]) => (best(named) * 1e6) / (DEVICES * SECONDS);
  return [
    measured('JSON.parse / text frames to state, 10,000 devices', best(times.parse) / best(times.texts), budgets.pipeline),
    { what: 'the same, median of the rounds', value: median(times.parse) / median(times.texts), unit: 'x' },
    measured('JSON.parse / column frames to state', best(times.parse) / best(times.columns), budgets.pipelineOfColumns),
    { what: 'the same, median of the rounds', value: median(times.parse) / median(times.columns), unit: 'x' },
    { what: 'control: JSON.parse / JSON.parse', value: best(times.parse) / best(times.control), unit: 'x' },
    { what: 'frames read apart: what is left to the page / JSON.parse', value: best(times.apart) / best(times.parse), unit: 'x' },
    { what: 'one push parsed', value: perPush(times.parse), unit: 'ns' },
    { what: 'one push from text to state', value: perPush(times.texts), unit: 'ns' },
    { what: 'one report from column frame to state', value: perPush(times.columns), unit: 'ns' },
  ];
}
