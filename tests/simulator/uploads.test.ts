import { gunzipSync } from 'node:zlib';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { CommandMessage } from '#contract/messages/deviceMessage';
import { openUploads } from '#server/simulator/files/uploads';
import type { IncidentEntry } from '#server/simulator/simulation/incident';
import type { RobotMessage } from '#server/simulator/simulation/robotMessage';
import { z } from 'zod';
import { echoRatio, readDepth } from '../support/depthVideo.ts';
import { bagMessages } from '../support/openBag.ts';
import { until } from '../support/until.ts';
import { aWorld, NOON } from './simulate.ts';

const builds = aWorld().world.robots.map(({ build }) => build);
const build = builds.find(({ uploadsItself }) => uploadsItself);
const serial = build?.serial ?? '';
const lane = build?.lanes[3];
const at = (ms: number) => new Date(NOON + ms).toISOString();

const anIncident = (incident_id: string, over: Partial<IncidentEntry> = {}): IncidentEntry => ({
  kind: 'incident',
  time: at(0),
  incident_id,
  error_code: '0x03000117',
  manually_triggered: false,
  map_id: 'de-linde-2',
  map_version: '2.1.1',
  node_id: lane?.id ?? null,
  x: lane?.x ?? 0,
  y: (lane?.headY ?? 0) + 12,
  during_mission: true,
  treatment_id: 't-1',
  upload_started: at(1_000),
  upload_finished: at(9_000),
  ...over,
});
const log = (body: Extract<RobotMessage, { kind: 'log' }>['body']): RobotMessage => ({ serial, kind: 'log', body });

/** Uploads whose server is a list of what happened, in order; `refuse` says which files it does not take, `hasIt` which are there, `isLost` whether messages are. */
function opened({
  refuse = () => false,
  hasIt = () => false,
  isLost = () => false,
}: { refuse?: (name: string) => boolean; hasIt?: (name: string) => boolean; isLost?: (word: string) => boolean } = {}) {
  const later: (() => void)[] = [];
  const happened: string[] = [];
  const stored = new Map<string, Buffer>();
  const warnings: string[] = [];
  const wordOf = (message: RobotMessage) => {
    if (message.kind === 'result') return `${message.body.status} ${message.body.text ?? ''}`.trim();
    if (message.kind !== 'log') return message.kind;
    return message.body.kind === 'incident'
      ? `${message.body.incident_id} ${message.body.upload_finished === null ? 'begun' : 'ended'}`
      : message.body.kind;
  };
  const uploads = openUploads({
    builds,
    // A longer pause waits until the test ends it.
    pause: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise((resolve) => later.push(resolve))),
    // As the product passes it: a log that is called without its object throws.
    log: pino(
      { base: null, timestamp: false, level: 'warn' },
      { write: (line) => warnings.push(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg) },
    ),
    publish: (message) => {
      const word = wordOf(message);
      if (isLost(word)) return Promise.resolve(false);
      happened.push(word);
      return Promise.resolve(true);
    },
    files: {
      isWanted: (_serial, name) => Promise.resolve(!hasIt(name)),
      put: (_serial, name, bytes) => {
        if (refuse(name)) return Promise.reject(new Error(`${name} is not stored: 503`));
        happened.push(`put ${name}`);
        stored.set(name, bytes);
        return Promise.resolve();
      },
    },
  });
  return {
    uploads,
    happened,
    stored,
    warnings,
    later,
    ends: (word: string) => until(word, () => Promise.resolve(happened.includes(word))),
  };
}
const upload = (incident: string): CommandMessage => ({
  command_id: `upload ${incident}`,
  command: 'upload_data',
  arguments: { incident },
  given_at: at(0),
  expires_at: at(10_000),
  epoch: null,
});
const done = (incident: string): RobotMessage => ({
  serial,
  kind: 'result',
  body: { command_id: `upload ${incident}`, time: at(5_000), status: 'done' },
});

it('[SIM27] the end of an upload is reported when its files are there, the recording last, each as the server reads it', async () => {
  const { uploads, happened, stored, ends } = opened();
  await uploads.publish(log({ kind: 'event', time: at(-5_000), level: 'warning', message: 'Recovery started', data: { node: '104' } }));
  await uploads.publish(log(anIncident('seen-1')));
  await ends('seen-1 ended');
  expect(happened).toEqual(['event', 'seen-1 begun', 'put seen-1.dat', 'put seen-1.mp4', 'put seen-1.bag.gz', 'seen-1 ended']);
  expect(echoRatio(readDepth(stored.get('seen-1.dat') ?? Buffer.alloc(0)))).toBeGreaterThan(0.5);
  const messages = await bagMessages(gunzipSync(stored.get('seen-1.bag.gz') ?? Buffer.alloc(0)));
  expect([...new Set(messages.map(({ topic }) => topic))].toSorted()).toEqual(['/device_state', '/incident', '/pose', '/rosout']);
  expect(messages.find(({ topic }) => topic === '/rosout')?.message).toMatchObject({ level: 4, msg: 'Recovery started {"node":"104"}' });
  const poses = messages.filter(({ topic }) => topic === '/pose');
  expect([poses[0]?.at, poses.at(-1)?.message]).toEqual([NOON - 60_000, { x: lane?.x, y: (lane?.headY ?? 0) + 12, theta: Math.PI / 2 }]);
});

it('[SIM27] a robot that was on no mission filmed nothing, one whose camera was blinded rendered nothing', async () => {
  const { uploads, happened, ends } = opened();
  await uploads.publish(log(anIncident('at rest', { during_mission: false })));
  await ends('at rest ended');
  const blinded = Array.from({ length: 60 }, (_, index) => `i-${index}`);
  for (const id of blinded) await uploads.publish(log(anIncident(id)));
  for (const id of blinded) await ends(`${id} ended`);
  const rendered = happened.filter((word) => word.startsWith('put i-') && word.endsWith('.mp4')).length;
  expect(happened.filter((word) => word.startsWith('put at rest'))).toEqual(['put at rest.bag.gz']);
  expect([rendered > 40, rendered < 60]).toEqual([true, true]);
});

it('[SIM27] uploads of a former start are not done again, and one that fails is tried again', async () => {
  const former = opened({ hasIt: (name) => name === 'seen-1.bag.gz' });
  await former.uploads.publish(log(anIncident('seen-1')));
  await former.ends('seen-1 ended');
  expect(former.happened).toEqual(['seen-1 begun', 'seen-1 ended']);
  let tries = 0;
  const away = opened({ refuse: (name) => name.endsWith('.mp4') && (tries += 1) < 3 });
  await away.uploads.publish(log(anIncident('seen-1')));
  await away.ends('seen-1 ended');
  expect(tries).toBe(3);
  const gone = opened({ refuse: () => true });
  await gone.uploads.publish(log(anIncident('seen-1')));
  await until('a warning', () => Promise.resolve(gone.warnings.length > 0));
  expect([gone.happened, gone.warnings]).toEqual([
    ['seen-1 begun'],
    ['simulated robots cannot upload: Error: seen-1.dat is not stored: 503'],
  ]);
});

it('[SIM27] an upload whose end cannot be reported while the broker is away ends when it is back', async () => {
  let isAway = true;
  const { uploads, happened, warnings, later, ends } = opened({ isLost: (word) => isAway && word.endsWith('ended') });
  await uploads.publish(log(anIncident('seen-1')));
  for (const count of [1, 2]) {
    await until('the longer pause', () => Promise.resolve(later.length === count));
    expect([happened.at(-1), warnings]).toEqual(['put seen-1.bag.gz', ['simulated robots cannot upload: Error: the connection is lost']]);
    isAway = count < 2;
    later.at(-1)?.();
  }
  await ends('seen-1 ended');
});

it('[SIM27] in the background the newest is uploaded first', async () => {
  const { uploads, happened, ends } = opened();
  for (const [id, ms] of [
    ['old', -3_000],
    ['new', -1_000],
    ['middle', -2_000],
  ] as const)
    await uploads.publish(log(anIncident(id, { time: at(ms), during_mission: false })));
  await ends('middle ended');
  // The first one was all that there was.
  expect(happened.filter((word) => word.endsWith('ended'))).toEqual(['old ended', 'new ended', 'middle ended']);
});

it('[SIM28] a command to upload is done when the files that it names are there, and has failed where they are not', async () => {
  const { uploads, happened, stored } = opened();
  const kept = { upload_started: null, upload_finished: null };
  await uploads.publish(log(anIncident('one', kept)));
  await uploads.publish(log(anIncident('two', { ...kept, during_mission: false })));
  const closed = { kind: 'file', time: at(0), database_id: 'log-1', timestamp: at(0) } as const;
  await uploads.publish(log({ kind: 'event', time: at(-2_000), level: 'error', message: 'Error raised' }));
  await uploads.publish(log(closed));
  happened.length = 0;
  for (const wanted of ['two', 'log-1', 'nothing of mine', 'all']) {
    uploads.note(upload(wanted));
    await uploads.publish(done(wanted));
  }
  expect(happened.filter((word) => !word.startsWith('put one.'))).toEqual([
    'put two.bag.gz',
    'done',
    'put logs/log-1',
    'done',
    'failed it is no longer on the disk',
    'put two.bag.gz',
    'put logs/log-1',
    'done',
  ]);
  expect(stored.has('one.bag.gz')).toBe(true);
  const text = stored.get('logs/log-1')?.toString('utf8') ?? '';
  expect(text.split('\n').length).toBeGreaterThan(20);
  expect(text).toContain(`${at(-2_000)} ERROR   supervisor: Error raised`);
  const refusing = opened({ refuse: () => true });
  await refusing.uploads.publish(log(closed));
  refusing.uploads.note(upload('log-1'));
  await refusing.uploads.publish(done('log-1'));
  expect(refusing.happened).toEqual(['file', 'failed logs/log-1 is not stored: 503']);
});

it('[SIM28] a robot with WiFi uploads some of its log files by itself', async () => {
  const { uploads, happened } = opened();
  for (let index = 0; index < 40; index += 1)
    await uploads.publish(log({ kind: 'file', time: at(index), database_id: `log-${index}`, timestamp: at(index) }));
  await until('some', () => Promise.resolve(happened.filter((word) => word.startsWith('put logs/')).length > 5));
  expect(happened.filter((word) => word.startsWith('put logs/')).length).toBeLessThan(30);
});
