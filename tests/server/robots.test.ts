import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import mqtt from 'mqtt';
import { expect, it } from 'vitest';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { fieldNotes } from '#contract/fleet/fieldNotes';
import { downwardMessages, upwardMessages } from '#contract/messages/messageCatalogue';
import { z } from '#contract/schema';
import { brokerOf } from '#server/devices/tool/brokerOf';
import { play } from '#server/devices/tool/play';
import { brokerPassword, SERVER_ACCOUNT } from '#server/platform/broker/accounts';
import { openBroker } from '#server/platform/broker/openBroker';
import { checkMessages } from '#server/devices/tool/checkMessages';
import { asyncApi } from '#server/platform/http/asyncapi';
import { readMessage } from '#server/fleet/ingest/readMessage';
import { answerOf } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const schemaFile = new URL('../../node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json', import.meta.url);
const allNotes = Object.entries(fieldNotes).flatMap(([name, notes]) => Object.entries(notes).map(([path, note]) => [name, path, note]));
const upward = Object.entries(upwardMessages).flatMap(([topic, { examples }]) => examples.map((example) => ({ topic, example })));

it('[ASYNC1] the messages of devices are valid AsyncAPI 3, by its own schema, each with examples that its schema takes', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const isValid = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  const guide = await fetch(`${server.it().address}/api/robots.md`);
  expect([guide.status, guide.headers.get('content-type'), (await guide.text()).slice(0, 2)]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '# ',
  ]);
  const reply = await fetch(`${server.it().address}/api/asyncapi.json`);
  const document: unknown = await reply.json();
  isValid(document);
  expect(isValid.errors ?? []).toEqual([]);
  for (const { schema, examples } of [...Object.values(upwardMessages), ...Object.values(downwardMessages)])
    for (const example of examples) expect(z.safeParse<z.ZodMiniType>(schema, example).error).toBeUndefined();
});

it.each(upward)('[AGENT3] the example of $topic is read without a loss: $example', ({ topic, example }) => {
  const read = readMessage(`devices/LF-01/${topic}`, Buffer.from(JSON.stringify(example)), Date.parse('2026-03-04T13:10:00Z'));
  expect(read).toMatchObject({ ok: true, losses: [], remarks: [] });
});

it('[AGENT3] docs/robots.md has each example', () => {
  const text = readFileSync(new URL('../../docs/robots.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => JSON.parse(block) as unknown);
  const all = [...Object.values(upwardMessages), ...Object.values(downwardMessages)].flatMap(({ examples }) => [...examples]);
  expect(blocks).toHaveLength(all.length);
  for (const example of all) expect(blocks).toContainEqual(example);
});

interface DescribedField {
  readonly path: string;
  readonly isNumber: boolean;
  readonly note: unknown;
}

const jsonSchema = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  description: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
});

/** Every field of a JSON schema, with its description; a nullable one is one field. */
function* fieldsOf(schema: unknown, path = ''): Generator<DescribedField> {
  const { success, data } = jsonSchema.safeParse(schema);
  if (!success) return;
  const { type, description: note, properties = {}, anyOf = [] } = data;
  const options = anyOf.map((one) => [...fieldsOf(one, path)]);
  const isNumber = [type].flat().some((word) => word === 'number' || word === 'integer');
  yield { path, isNumber: isNumber || options.some(([first]) => first?.isNumber), note };
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  for (const [key, field] of Object.entries(properties)) yield* fieldsOf(field, below(key));
  yield* fieldsOf(data['additionalProperties'], below('*'));
  yield* fieldsOf(data['items'], `${path}[]`);
  for (const [, ...fields] of options) yield* fields;
}

/** The payloads of all messages of the document, by message, and by kind where one has several. */
function payloadsOf(document: object): readonly (readonly [string, readonly DescribedField[]])[] {
  const shape = z.object({ components: z.object({ messages: z.record(z.string(), z.object({ payload: jsonSchema })) }) });
  return Object.entries(shape.parse(document).components.messages).flatMap(([name, { payload }]) =>
    (payload.oneOf ?? [payload]).map((one) => {
      const word = /"(?:data_group|kind)":\{"type":"string","const":"(\w+)"/.exec(JSON.stringify(one))?.[1];
      return [word ?? name, [...fieldsOf(one)]] as const;
    }),
  );
}

it('[ASYNC2] each field whose name does not say it is described: its unit, its words, where it is shown', () => {
  const payloads = payloadsOf(asyncApi('Orangery'));
  const noted = payloads.flatMap(([name, fields]) => fields.flatMap(({ path, note }) => (note === undefined ? [] : [[name, path, note]])));
  expect(noted).toHaveLength(allNotes.length);
  expect(noted).toEqual(expect.arrayContaining(allNotes));
  const numbers = payloads.flatMap(([name, fields]) => fields.flatMap((field) => (field.isNumber ? [{ name, ...field }] : [])));
  const plain = numbers.filter(({ note }) => note === undefined).map(({ name, path }) => `${name} ${path}`);
  // Shown as they are, whatever they mean to the device.
  expect(plain).toEqual(['active_treatment data.jobs[].gutter', 'configuration config.*.value', 'notice message.*']);
});

it('[ASYNC2] docs/robots.md says the same of each field', () => {
  const text = readFileSync(new URL('../../docs/robots.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| `([^`]+)` \| (.+) \|$/gm)].map(([, name, path, note]) => [name, path, note]);
  expect(rows).toEqual(allNotes);
});

it('[AGENT4] a robot that sends each of them to the server sees them read without a loss', async () => {
  const serial = 'LF-0151-23';
  const device = await server.it().device(serial);
  const notices = await device.notices();
  const sent = upward.filter(({ topic }) => topic !== 'result');
  for (const { topic, example } of sent) {
    await device.publish(`devices/${serial}/${topic}`, JSON.stringify(example));
  }
  const { messages } = await until('all', async () => {
    const found = await answerOf(server.it().address, getDeviceConnection, {
      params: { serial },
      token: server.it().identity.issue(staff),
    });
    return found.messages.length === sent.length ? found : null;
  });
  expect(messages.map(({ topic, outcome, losses, remarks, reason }) => ({ topic, outcome, losses, remarks, reason }))).toEqual(
    sent.toReversed().map(({ topic }) => ({ topic, outcome: 'read', losses: [], remarks: [], reason: null })),
  );
  expect(notices).toEqual([]);
});

it.each([
  ['mqtts://robots.example:8883', 'mqtts://robots.example:8883'],
  ['wss://console.example/mqtt', 'wss://console.example/mqtt'],
  ['https://console.example', 'wss://console.example/mqtt'],
  ['http://localhost:8080/dashboard?x=1', 'ws://localhost:8080/mqtt'],
])('[AGENT5] %s is %s', (given, address) => {
  expect(brokerOf(given)).toBe(address);
});

it.each(['console.example', 'ftp://console.example', 'localhost:8080'])('[AGENT5] %s is refused, with what an address is', (given) => {
  expect(() => brokerOf(given)).toThrow(/an address is mqtt:\/\/HOST:PORT/);
});

it.each([
  [
    '{"time":"2026-03-04T13:05:00Z","sequence":1,"state":{"battery_level":[]}}',
    false,
    ['message 1 (state): read in part', '  left out: state.battery_level: a number is wanted, it is a list'],
  ],
  ['{"data_group":"metric"}', false, ['message 1 (data): nothing of it counts']],
  [
    '{"kind":"event","time":"2026-03-04T13:05:00Z","level":"info","message":"m","lane":1}',
    true,
    ['message 1 (log): read', '  noted: lane: no such field is known'],
  ],
  [
    '{"time":"2026-03-04T13:05:00Z","file_name":"a","config":{"b":{"value":1,"model":{"group":"Drive","type":"int"}},"b":{"value":1}}}',
    false,
    [
      'message 1 (configuration): read in part',
      '  left out: config.b.model: an object is wanted',
      '  left out: config.b: it is there twice, the later one counts',
    ],
  ],
  [
    '{"time":"2026-03-04T13:05:00Z","file_name":"a","config":{"b":{"value":1,"model":{"group":"Drive","type":"int"}}}}',
    false,
    ['message 1 (configuration): read in part', '  left out: config.b.model.group: Name-Colour is wanted'],
  ],
  ['{"topic":"devices/LF-01/health","payload":{}}', false, ['message 1 (health): there is no such topic']],
  ['{"state":{}}\n{"state":{}}\n', true, ['message 1 (state): read', 'message 2 (state): read']],
])('[AGENT1] the check of %s', async (text, isWhole, lines) => {
  const checked = await checkMessages(text, Date.parse('2026-03-04T13:10:00Z'));
  expect(checked.isWhole).toBe(isWhole);
  for (const line of lines) expect(checked.lines.some((one) => one.startsWith(line))).toBe(true);
});

it('[AGENT2] the robot that is played reports, stops, says it once for each command, and prints its notices', async () => {
  const serial = 'LF-01';
  const broker = await openBroker({ secret: 'only here', now: () => Date.now() });
  const account = (username: string) => ({ username, password: brokerPassword('only here', username), clientId: username });
  const commander = await mqtt.connectAsync(broker.url, { ...account(SERVER_ACCOUNT), protocolVersion: 4 });
  const received: Array<{ topic: string; status?: string; state?: { current_state: string } }> = [];
  commander.on('message', (topic, payload) => void received.push({ topic, ...JSON.parse(payload.toString()) }));
  await commander.subscribeAsync(['devices/+/state', 'devices/+/result'], { qos: 1 });
  const printed: string[] = [];
  const stop = play({
    url: broker.url,
    serial,
    token: brokerPassword('only here', serial),
    now: () => Date.now(),
    print: (line) => void printed.push(line),
    every: () => () => undefined,
  });
  await until('it reports', () => received.length > 0);
  const [order] = downwardMessages.command.examples;
  for (let sent = 0; sent < 2; sent += 1) await commander.publishAsync(`devices/${serial}/command`, JSON.stringify(order), { qos: 1 });
  broker.notify(serial, Buffer.from(JSON.stringify(downwardMessages.notice.examples[0])));
  await until('both are done', () => received.filter(({ status }) => status === 'done').length === 2);
  await until('the notice', () => printed.some((line) => line.startsWith('notice ')));
  expect(received.filter(({ status }) => status === 'delivered')).toHaveLength(1);
  expect(received.findLast(({ state }) => state !== undefined)?.state).toMatchObject({ current_state: 'stopped' });
  await stop();
  await commander.endAsync(true);
  await broker.stop();
});
