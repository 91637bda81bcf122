import { map, merge, NEVER, of, timer, VirtualTimeScheduler } from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMoments, ownBlocks } from '#past/moments/moments';
import { linkTo } from '#timeline/moment/momentAddress';
import { writeTest } from '#past/file/saveAsTest';
import { writeRecording } from '#past/file/saveRecording';
import type { Call } from '#contract/call';
import type { ConsoleConfig } from '#contract/config';
import { calls } from '#contract/catalogue/calls';
import { dataGroups } from '#contract/fleet/dataGroup';
import { commands, type CommandName } from '#domain/commands/commandRows';
import { memoryStore } from '#past/recorder/memoryStore';
import { recordingCodec, sha256 } from '#edge/bytes/recordingCodec';
import { openRecordedSession, toNdjson, type RecordedSession } from '#session/openSession';
import { toMcap } from '#session/toMcap';
import { toTest } from '#session/toTest';
import { canonicalState } from '#state/canonicalState';
import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import type { EventPayload, FleetEvent } from '#streams/event';
import { fleetLog } from '#streams/log/fleetLog';
import type { Intent } from '#streams/intent';
import type { HttpRequest, HttpResponse, SocketEvent } from '#streams/ports';
import { aRecorder } from '../../support/aRecorder.ts';
import { callAt } from '../../support/callAt.ts';
import { aToken, fakePorts, json } from '../../support/fakePorts.ts';
import { createPlant, NUMBER_MARK, TEXT_MARK } from '../../support/secrets/plant.ts';
import { looseSecrets, plantedBody, plantedJson } from '../../support/secrets/plantedJson.ts';
import { foundIn } from '../../support/secrets/searchBytes.ts';

/** A text that every recording of this log holds. */
const KNOWN = 'LF/known+by+all';
const START = Date.parse('2026-03-04T13:05:10Z');
const site: ConsoleConfig = {
  company: 'Serra',
  product: 'Orangery',
  version: '1',
  default_organisation_id: 'A0',
  features: [],
  api_root: '',
  websocket_address: '',
  oidc: { authority: '', client_id: '', admin_scope: '', popup_isolated: false },
  live_data_graphs_url: '',
  device_text_logs_url: '',
};
const plant = createPlant();
const all = Object.values<Call>(calls);
const isCommand = (call: Call) => Object.values(commands).some((row) => row.call.name === call.name);

const paramsOf = ({ path }: Call) => Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, KNOWN]));
const requestOf = (call: Call) => ({ call: call.name, params: paramsOf(call), query: {} });

/** The replies to a call: with its secrets in it, then a refusal and a shape that nobody reads. */
function replyTo(asked: HttpRequest, number: number): HttpResponse {
  const call = callAt(asked);
  if (call === undefined) throw new Error(`No call has the address ${asked.address}.`);
  if (number === 1) return json({ error: 'Bad request: no', ...looseSecrets(plant) }, { status: 400 });
  if (number === 2) return json([looseSecrets(plant)]);
  const bytes = new TextEncoder().encode(plant.text());
  return call.file ? { ...json(looseSecrets(plant)), bytes } : json(plantedJson(call.answer, plant, call.secret));
}

const pushes = (): readonly string[] => [
  ...Object.values(dataGroups).map(({ push }) => JSON.stringify({ ...Object(plantedJson(push, plant)), ...looseSecrets(plant) })),
  JSON.stringify({ type: 'state', serial: KNOWN, timestamp: '2026-03-04T13:05:10.000Z', state: looseSecrets(plant) }),
  JSON.stringify({ type: 'unknown', ...looseSecrets(plant) }),
  JSON.stringify([{ type: 'data', data_group: 'unknown', data: [looseSecrets(plant)] }]),
  // Texts that are no JSON, whole and cut.
  ...Object.entries(looseSecrets(plant)).flatMap(([name, value]) => {
    const text = `{"${name}": ${JSON.stringify(value)}`;
    return [text, text.slice(0, -2), `${text}}}`];
  }),
  `{"password": "quoted \\" ${plant.text()}", `,
];

/** The frames of the socket: those that a server pushes, and those that the console sends. */
const socket = () =>
  merge(
    of<SocketEvent>({ kind: 'opened', send: () => undefined }),
    of(...pushes().map((text): SocketEvent => ({ kind: 'frame', text }))),
    NEVER,
  );

/** Each call three times, with a body of secrets; and each command. */
function intents(): readonly Intent[] {
  const requested = all
    .filter((call) => !isCommand(call))
    .map((call): Intent => {
      const body = call.method === 'POST' ? { body: plantedBody(call, plant) } : {};
      return { kind: 'query.requested', request: requestOf(call), ...body };
    });
  const names = Object.keys(commands).filter((name): name is CommandName => name in commands);
  const given = names.map((command): Intent => {
    const call = all.find(({ name }) => name === commands[command].call.name);
    if (call === undefined) throw new Error(`No call sends ${command}.`);
    return { kind: 'command.requested', command, request: requestOf(call), serial: KNOWN, deviceName: KNOWN };
  });
  return [...requested, ...requested, ...requested, ...given];
}

/** The log of a console to which every call, push and token brings secrets, in its batches; and the secrets that views got. */
function logWithSecrets() {
  const clock = new VirtualTimeScheduler(undefined, 60_000);
  clock.now = () => START + clock.frame;
  const counts = new Map<string, number>();
  const ports = fakePorts(clock, {
    answer: (asked) => {
      const number = counts.get(asked.address) ?? 0;
      counts.set(asked.address, number + 1);
      return timer(1, clock).pipe(map(() => replyTo(asked, number)));
    },
    token$: of(aToken({ value: plant.text(), expiresAt: START + 3_600_000 })),
    openSocket: socket,
    frame$: timer(0, 16, clock),
  });
  const [batches, shown]: [(readonly FleetEvent[])[], Map<string, unknown>] = [[], new Map()];
  const profile = { username: 'an', email: 'an@serra.example', groups: ['user_type:system_admin'], second_factor: true };
  const session$ = merge(of<EventPayload>({ kind: 'session.opened', profile }), NEVER);
  const intents$ = merge(NEVER, ...intents().map((intent, index) => timer(100 + index * 10, clock).pipe(map(() => intent))));
  const config = {
    websocket_address: 'wss://api.example',
    session$,
    onSecret: (key: string, answer: unknown) => void shown.set(key, shown.get(key) ?? answer),
  };
  fleetLog(ports, intents$, config).subscribe((batch) => void batches.push(batch));
  clock.flush();
  return { batches, shown };
}

const bytesOf = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
/** A store's content as bytes: its fields as JSON, and the bytes in them as they are. */
const storedBytes = (items: readonly object[]) =>
  items.flatMap((item) => [
    bytesOf(item),
    ...Object.values(item).flatMap((value: unknown) => (value instanceof Uint8Array ? [value] : [])),
  ]);

async function mcapOf(file: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const position = () => BigInt(parts.reduce((sum, { length }) => sum + length, 0));
  await toMcap(await openRecordedSession(file), { write: async (bytes) => void parts.push(bytes.slice()), position });
  return Buffer.concat(parts);
}

async function linesOf(session: RecordedSession): Promise<readonly Uint8Array[]> {
  const lines: Uint8Array[] = [];
  for await (const line of toNdjson(session)) lines.push(bytesOf(line));
  return lines;
}

/** Records a log, and writes of it what a person can save. */
async function saved(batches: readonly (readonly FleetEvent[])[]) {
  const store = memoryStore();
  const recorder = aRecorder(store);
  let state = reduceLog(undefined, []);
  for (const batch of batches) {
    const before = state;
    recorder.record(batch, () => keyframeOf(before));
    state = reduceLog(before, batch);
  }
  const blocks = ownBlocks(recorder, recordingCodec);
  const moments = createMoments(blocks);
  const [first, last] = [await moments.seek(0), await moments.seek(Infinity)];
  if (first === null || last === null) throw new Error('Nothing was recorded.');
  const author = { state, config: site, note: KNOWN, writtenAt: START };
  const file = await writeRecording(blocks, { from: 0, to: Infinity }, START, author, recordingCodec);
  const ends = [
    { at: first.at, state: first.state },
    { at: START + 60_000, state: last.state },
  ] as const;
  const test = await writeTest(blocks, ends);
  if (file === null || 'problem' in test) throw new Error('Nothing was written.');
  await recorder.notes({ at: START, text: KNOWN });
  return { store, state, test, file: file.content };
}

/** Everything that a console and its tools write of a log, by name. */
async function writtenOf(batches: readonly (readonly FleetEvent[])[]): Promise<Readonly<Record<string, readonly Uint8Array[]>>> {
  const { store, state, test, file } = await saved(batches);
  const session = await openRecordedSession(file);
  const link = linkTo(`https://serra.example/device/detail?device_serial=${encodeURIComponent(KNOWN)}`, START, await sha256('x'), 'An');
  return {
    log: [bytesOf(batches)],
    state: [bytesOf(canonicalState(state))],
    store: storedBytes([...(await store.pieces()), ...(await store.blocks()), { owner: await store.owner() }]),
    notes: storedBytes(await store.notes()),
    file: [file],
    test: [bytesOf(test.text), bytesOf(test.name)],
    link: [bytesOf(link)],
    ndjson: await linesOf(session),
    mcap: [await mcapOf(file)],
    'test of a file': [bytesOf(await toTest(session))],
  };
}

describe('secrets in every secret field of every call, body, push and token', () => {
  let log: ReturnType<typeof logWithSecrets>;
  let written: Awaited<ReturnType<typeof writtenOf>>;
  beforeAll(async () => {
    log = logWithSecrets();
    written = await writtenOf(log.batches);
  });

  it('[REC15] all were answered, and the views that asked got theirs', () => {
    const answered = new Set(
      log.batches.flat().flatMap((event) => ('call' in event && event.kind !== 'request.started' ? [event.call] : [])),
    );
    expect(all.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual([]);
    expect(plant.count()).toBeGreaterThan(60 * 5);
    // The view only learns that a secret file was saved.
    const answers = [...log.shown.values()].filter((answer) => answer !== null);
    expect(answers).toHaveLength(all.filter(({ secret, shown, file }) => shown || (secret && !file)).length);
    for (const answer of answers) expect(answer instanceof Uint8Array || JSON.stringify(answer).includes(TEXT_MARK)).toBe(true);
  });

  it.each(['log', 'state', 'store', 'notes', 'file', 'test', 'link', 'ndjson', 'mcap', 'test of a file'])(
    '[REC15] none is in the %s: as it is, in base64, hexadecimal, escaped or compressed',
    (name) => {
      const parts = written[name] ?? [];
      const found = (mark: string) => parts.flatMap((bytes) => foundIn(bytes, mark));
      // The written bytes are searched: a text that may be in them is found.
      expect(found(KNOWN)).not.toEqual([]);
      expect(found(TEXT_MARK)).toEqual([]);
      expect(found(NUMBER_MARK)).toEqual([]);
    },
  );

  it('[REC15] the search finds a secret in each form', async () => {
    const { gzipSync, deflateSync } = await import('node:zlib');
    for (const before of ['', 'a', 'ab']) {
      const secret = Buffer.from(`${before}${plant.text()}`);
      const forms = [secret, gzipSync(secret), deflateSync(gzipSync(secret))].map((bytes) => new Uint8Array(bytes));
      const texts = [
        secret.toString('base64'),
        secret.toString('base64url'),
        secret.toString('hex'),
        encodeURIComponent(secret.toString()),
      ];
      for (const form of [...forms, ...texts.map(bytesOf)]) {
        const around = Buffer.concat([Buffer.from('left '), form, Buffer.from(' right')]);
        expect(foundIn(around, TEXT_MARK)).not.toEqual([]);
      }
    }
  });
});
