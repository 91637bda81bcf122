import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { createLiveReports } from '#server/fleet/liveReports';
import { startFanOut } from '#server/fleet/sockets/fanOut';
import type { FrameFormat } from '#server/fleet/sockets/frames';
import type { DeviceReport } from '#server/fleet/deviceReport';
import { liveReport } from '#server/fleet/liveReport';
import type { OwnershipRegistry } from '#server/locations/ownershipRegistry';
import type { Scope } from '#server/platform/principal';
import { createGauges } from '#server/platform/gauges';
import { budgets } from './budgets.ts';
import { noisyFleet } from './noisyFleet.ts';
import { measured, median, type Result } from './result.ts';

const CONSOLES = 50;
const DEVICES = 1_000;
const ORGANISATIONS = 8;
const CHOSEN = 200;
/** Reports arrive in tenths of a second, like the batches of the fan-out. */
const STEPS_PER_SECOND = 10;
const SECONDS = 5;
const ROUNDS = 3;
/** Time for queued frames to be sent, in ms; the consoles are not polled during it, because the polling would be measured too. */
const SETTLE_MS = 500;
const MICROSECONDS = 1_000;
/** The consoles are asked this often, at this interval, for what they have received. */
const MAX_LOOKS = 1_000;
const LOOK_MS = 20;

interface Case {
  readonly name: string;
  readonly format: FrameFormat;
  readonly scopeOf: (console: number) => Scope;
  readonly wantedBy: (console: number, serials: readonly string[]) => ReadonlySet<string> | null;
}

const subscriptions: readonly Omit<Case, 'format'>[] = [
  { name: 'everything', scopeOf: () => 'all', wantedBy: () => null },
  { name: 'one organisation of eight', scopeOf: (console) => new Set([`O${String(console % ORGANISATIONS)}`]), wantedBy: () => null },
  {
    name: 'the same 200 devices each',
    scopeOf: () => 'all',
    wantedBy: (_, serials) => new Set(serials.slice(0, CHOSEN)),
  },
  {
    name: '200 devices, others for each',
    scopeOf: () => 'all',
    wantedBy: (console, serials) =>
      new Set(Array.from({ length: CHOSEN }, (_, index) => serials[(console * 17 + index * 5) % DEVICES] ?? '')),
  },
];

const cases: readonly Case[] = (['list', 'columns'] as const).flatMap((format) =>
  subscriptions.map((one) => ({ ...one, format, name: format === 'list' ? one.name : `${one.name}, column frames` })),
);

/** Returns the reports of all seconds, in batches of a tenth of a second. */
function reportsInSteps(): readonly (readonly DeviceReport[])[] {
  const nextSecond = noisyFleet(DEVICES);
  const reports = Array.from({ length: SECONDS }, nextSecond).flatMap((events) =>
    events.flatMap((event): readonly DeviceReport[] => {
      if (event.kind !== 'device.stateReported') return [];
      const { shape: _, ...state } = event.state;
      const timestamp = new Date(event.reportedAt).toISOString();
      return [
        {
          push: { type: 'state', serial: event.serial, timestamp, state },
          deviceTime: timestamp,
          sequence: event.seq,
          receivedAt: event.reportedAt,
        },
      ];
    }),
  );
  const size = DEVICES / STEPS_PER_SECOND;
  return Array.from({ length: reports.length / size }, (_, step) => reports.slice(step * size, (step + 1) * size));
}

const steps = reportsInSteps();
const serials = [...new Set(steps.flat().map(({ push }) => push.serial))];

const ownedBy = (serial: string) => `O${String(serials.indexOf(serial) % ORGANISATIONS)}`;
const owners = new Map(serials.map((serial) => [serial, ownedBy(serial)]));
const registry: OwnershipRegistry = {
  organisationOfDevice: (serial) => owners.get(serial),
  servicesOf: () => [],
  endService: () => undefined,
  organisationsOf: () => new Set(),
  refresh: () => Promise.resolve(),
};

/** Opens the consoles in another process. `delivered` waits until they have received as many pushes as were sent. */
async function openConsoles() {
  const server = createServer();
  const webSockets = new WebSocketServer({ server, perMessageDeflate: false });
  const sockets: WebSocket[] = [];
  webSockets.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const child = spawn(
    process.execPath,
    [new URL('fanOutConsoles.ts', import.meta.url).pathname, `ws://127.0.0.1:${String(port)}`, String(CONSOLES)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  while (sockets.length < CONSOLES) await once(webSockets, 'connection');
  const pushes = async () => {
    child.stdin.write('\n');
    return Number((await lines.next()).value);
  };
  let before = 0;
  return {
    sockets,
    delivered: async (expected: number) => {
      let now = await pushes();
      // A console that was skipped, because its machine stood still, receives fewer for good.
      for (let looks = 0; now - before < expected && looks < MAX_LOOKS; looks += 1) {
        await sleep(LOOK_MS);
        now = await pushes();
      }
      if (now - before !== expected) throw new Error(`${String(now - before)} pushes arrived, ${String(expected)} were sent`);
      before = now;
    },
    close: async () => {
      child.kill();
      await once(child, 'close');
      webSockets.close();
      server.close();
    },
  };
}
type Consoles = Awaited<ReturnType<typeof openConsoles>>;

/** Plays the reports in real time; returns the CPU time of this thread in µs, since compilation in other threads varies more than the cases. */
async function costOf({ delivered }: Consoles, deliveries: number, take: (reports: readonly DeviceReport[]) => void): Promise<number> {
  const startedAt = process.threadCpuUsage();
  for (const reports of steps) {
    take(reports);
    await sleep(MICROSECONDS / STEPS_PER_SECOND);
  }
  await sleep(SETTLE_MS);
  const { user, system } = process.threadCpuUsage(startedAt);
  await delivered(deliveries);
  return user + system;
}

interface Measurement {
  readonly deliveries: number;
  readonly microseconds: number;
}

async function measureBareSends(consoles: Consoles): Promise<Measurement> {
  const deliveries = steps.flat().length * CONSOLES;
  const microseconds = await costOf(consoles, deliveries, (reports) => {
    for (const { push } of reports) {
      const text = JSON.stringify(push);
      for (const socket of consoles.sockets) socket.send(text);
    }
  });
  return { deliveries, microseconds };
}

async function measureFanOut(consoles: Consoles, { scopeOf, wantedBy, format }: Case): Promise<Measurement> {
  const live = createLiveReports(Date.now);
  const fanOut = startFanOut({ live, registry, gauges: createGauges() });
  const readers = consoles.sockets.map((socket, index) => ({ socket, scope: scopeOf(index), wanted: wantedBy(index, serials) }));
  for (const [index, { socket, scope, wanted }] of readers.entries()) {
    fanOut.add(socket, {
      person: String(index),
      scope: () => scope,
      wanted,
      format,
      unreadBytes: () => socket.bufferedAmount,
      send: (frame) => socket.send(frame, { binary: format === 'columns' }),
      cut: () => socket.terminate(),
    });
  }
  const isSeen = (scope: Scope, wanted: ReadonlySet<string> | null, serial: string) =>
    (scope === 'all' || scope.has(owners.get(serial) ?? '')) && (wanted?.has(serial) ?? true);
  // Counted without building lists, since their garbage collection would be measured with the sends.
  let deliveries = 0;
  for (const { scope, wanted } of readers)
    for (const reports of steps) for (const { push } of reports) if (isSeen(scope, wanted, push.serial)) deliveries += 1;
  // The cost of the store of newest reports is not counted: machine calls need it even without a console.
  const microseconds = await costOf(consoles, deliveries, (reports) => fanOut.push(reports.map(liveReport)));
  fanOut.close();
  return { deliveries, microseconds };
}

interface Round {
  readonly idle: number;
  readonly bare: Measurement;
  readonly ours: readonly Measurement[];
}

/** Runs all cases in turn. */
async function runRound(consoles: Consoles): Promise<Round> {
  const idle = await costOf(consoles, 0, () => undefined);
  const bare = await measureBareSends(consoles);
  const ours: Measurement[] = [];
  for (const one of cases) ours.push(await measureFanOut(consoles, one));
  return { idle, bare, ours };
}

/**
 * Measures `fanout`: the server's pushes to 50 consoles, including all serialisation, against a bare `send` of each push to each socket, in
 * CPU time of the server's thread.
 */
export async function fanOutBench(): Promise<readonly Result[]> {
  const consoles = await openConsoles();
  await runRound(consoles);
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await runRound(consoles));
  await consoles.close();
  const idle = median(rounds.map((round) => round.idle));
  const perDelivery = (of: (round: Round) => Measurement | undefined) =>
    median(rounds.map(of).map((one) => (one === undefined ? NaN : (one.microseconds - idle) / one.deliveries)));
  const bare = perDelivery((round) => round.bare);
  return [
    ...cases.map(({ name }, index) =>
      measured(`fan-out / bare send, ${name}`, perDelivery(({ ours }) => ours[index]) / bare, budgets.fanOut),
    ),
    { what: `bare send, ${String(CONSOLES)} consoles, ${DEVICES.toLocaleString('en')} reports/s`, value: bare, unit: 'µs' },
  ];
}
