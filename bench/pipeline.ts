import { BehaviorSubject, NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { seededRandom } from '#domain/random/seededRandom';
import { columnReader } from '#streams/socket/columnReader';
import { columnWriter } from '#streams/socket/columnWriter';
import type { Columns } from '#streams/columns';
import { fleetLog } from '#streams/log/fleetLog';
import type { SocketEvent, Token } from '#streams/ports';
import { budgets } from './budgets.ts';
import { measured, median, type Result } from './result.ts';
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
  const push = (index: number) => ({
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

/** Parses the frames to columns, as the worker does. */
function writeApart(frames: readonly string[]): readonly (Columns | null)[] {
  const write = columnWriter();
  return frames.map((text) => write('frame', text));
}

/**
 * Opens the console's pipeline: socket, guard, newest report, log, one batch per animation frame, reducer. `apart` holds the columns of frames
 * that a worker parsed, in order; without it, frames are parsed on this thread.
 */
function openPipeline(apart: readonly (Columns | null)[] = []) {
  const [waiting, read] = [apart.values(), columnReader()];
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
  const pump = (frames: readonly string[]) => {
    for (const text of frames) {
      const columns = waiting.next().value;
      socketEvents$.next(columns == null ? { kind: 'frame', text } : { kind: 'read', reading: read(columns) });
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

/**
 * Measures `pipeline`: text frames to state at 10,000 devices against `JSON.parse` of the same frames, and the page's share when a worker
 * parses them; uses the best, least disturbed round.
 */
export function pipelineBench(): readonly Result[] {
  const all = makeFrames();
  const known = all.slice(0, DEVICES / PUSHES_PER_FRAME);
  const frames = all.slice(DEVICES / PUSHES_PER_FRAME);
  const apart = writeApart(all);
  const wrong = wrongDevices(all, openPipeline().pump(all)) + wrongDevices(all, openPipeline(apart).pump(all));
  if (wrong > 0) throw new Error(`${String(wrong)} devices ended in another state: the figures would mean nothing`);
  const times: Record<'parse' | 'pipeline' | 'apart' | 'control', number[]> = { parse: [], pipeline: [], apart: [], control: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    const [here, page] = [openPipeline(), openPipeline(apart)];
    for (const { pump } of [here, page]) pump(known);
    const row = {
      parse: timed(() => parseAll(frames)),
      pipeline: timed(() => here.pump(frames)),
      apart: timed(() => page.pump(frames)),
      control: timed(() => parseAll(frames)),
    };
    for (const { close } of [here, page]) close();
    if (round < 0) continue;
    for (const name of ['parse', 'pipeline', 'apart', 'control'] as const) times[name].push(row[name]);
  }
  const perPush = (named: readonly number[]) => (best(named) * 1e6) / (DEVICES * SECONDS);
  return [
    measured('JSON.parse / text frames to state, 10,000 devices', best(times.parse) / best(times.pipeline), budgets.pipeline),
    { what: 'the same, median of the rounds', value: median(times.parse) / median(times.pipeline), unit: 'x' },
    { what: 'control: JSON.parse / JSON.parse', value: best(times.parse) / best(times.control), unit: 'x' },
    { what: 'frames read apart: what is left to the page / JSON.parse', value: best(times.apart) / best(times.parse), unit: 'x' },
    { what: 'one push parsed', value: perPush(times.parse), unit: 'ns' },
    { what: 'one push from text to state', value: perPush(times.pipeline), unit: 'ns' },
  ];
}
