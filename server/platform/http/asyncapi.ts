/** The documents for robot engineers: the MQTT messages as AsyncAPI 3, and the guide `docs/robots.md`. */

import type { FastifyInstance } from 'fastify';
import { fieldNotes } from '#contract/fleet/fieldNotes';
import { type CataloguedMessage, downwardMessages, upwardMessages } from '#contract/messages/messageCatalogue';
import { messageLimits } from '#contract/messages/messageLimits';
import { z } from '#contract/schema';
import { readFile } from 'node:fs/promises';

const draft = { target: 'draft-7', unrepresentable: 'any', io: 'input' } as const;

type Notes = Readonly<Record<string, string>>;
const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the value that distinguishes the kinds of a message: that of its field `data_group` or `kind`. */
const kindOf = (schema: Record<string, unknown>) =>
  ['data_group', 'kind'].map((name) => fieldsOf(fieldsOf(schema['properties'])[name])['const']).find((word) => typeof word === 'string');

const without = (notes: Notes, path: string): Notes => Object.fromEntries(Object.entries(notes).filter(([key]) => key !== path));

/** Returns a JSON schema whose fields have their notes as descriptions. */
function described(schema: unknown, notes: Notes, path: string): unknown {
  if (!isFields(schema)) return schema;
  const note = notes[path];
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const properties = Object.entries(fieldsOf(schema['properties'])).map(([key, field]) => [key, described(field, notes, below(key))]);
  return {
    ...schema,
    ...(note === undefined ? {} : { description: note }),
    ...(isFields(schema['properties']) ? { properties: Object.fromEntries(properties) } : {}),
    ...(isFields(schema['additionalProperties'])
      ? { additionalProperties: described(schema['additionalProperties'], notes, below('*')) }
      : {}),
    ...(isFields(schema['items']) ? { items: described(schema['items'], notes, `${path}[]`) } : {}),
    // A nullable value is described only once, at its fields.
    ...('anyOf' in schema ? { anyOf: listOf(schema['anyOf']).map((one) => described(one, without(notes, path), path)) } : {}),
  };
}

function payloadOf(name: string, schema: CataloguedMessage['schema']): object {
  const payload: Record<string, unknown> = { ...z.toJSONSchema(schema, draft) };
  const noted = (one: unknown, kind: string) => fieldsOf(described(one, fieldNotes[kind] ?? {}, ''));
  if (!('oneOf' in payload)) return noted(payload, name);
  return { ...payload, oneOf: listOf(payload['oneOf']).map((one) => noted(one, kindOf(fieldsOf(one)) ?? name)) };
}

const messageOf = (name: string, { schema, summary, examples, maxBytes }: CataloguedMessage) => ({
  name,
  summary,
  contentType: 'application/json',
  ...(maxBytes === null ? {} : { description: `At most ${maxBytes} bytes.` }),
  payload: payloadOf(name, schema),
  examples: examples.map((payload) => ({ payload })),
});

const channelOf = (name: string, message: CataloguedMessage) => ({
  address: `devices/{serial}/${name}`,
  description: message.summary,
  parameters: { serial: { description: 'The serial of the device: its user name and its client id, too.' } },
  messages: { [name]: { $ref: `#/components/messages/${name}` } },
});

const operationsOf = (names: readonly string[], action: 'send' | 'receive', qos: 0 | 1) =>
  names.map((name) => [
    `${action}_${name}`,
    {
      action,
      channel: { $ref: `#/channels/${name}` },
      messages: [{ $ref: `#/channels/${name}/messages/${name}` }],
      bindings: { mqtt: { qos, retain: false, bindingVersion: '0.2.0' } },
    },
  ]);

/** Returns the messages of devices as an AsyncAPI 3 document from the device's perspective: it sends reports and receives commands. */
export function asyncApi(title: string): object {
  const all = Object.entries<CataloguedMessage>({ ...upwardMessages, ...downwardMessages });
  const downward = Object.keys(downwardMessages).filter((name) => name !== 'notice');
  return {
    asyncapi: '3.0.0',
    info: {
      title,
      version: '1',
      description: `MQTT 3.1.1, by TCP or by WebSocket at /mqtt (subprotocol mqtt). User name and client id are the serial, the password is an access token. A packet has at most ${messageLimits.packetBytes} bytes. The life of a robot: /api/robots.md.`,
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(all.map(([name, message]) => [name, channelOf(name, message)])),
    operations: Object.fromEntries([
      ...operationsOf(Object.keys(upwardMessages), 'send', 1),
      ...operationsOf(downward, 'receive', 1),
      ...operationsOf(['notice'], 'receive', 0),
    ]),
    components: { messages: Object.fromEntries(all.map(([name, message]) => [name, messageOf(name, message)])) },
  };
}

/** Registers `GET /api/asyncapi.json`, public. The document is created at the first request. */
export function registerAsyncApi(app: FastifyInstance, title: string): void {
  let document: object | undefined;
  app.get('/api/asyncapi.json', async () => (document ??= asyncApi(title)));
}

const GUIDE = new URL('../../../docs/robots.md', import.meta.url);

/** Registers `GET /api/robots.md`, public: the connection of a robot, and its messages in both directions. */
export function registerRobotGuide(app: FastifyInstance): void {
  app.get('/api/robots.md', async (_, reply) => reply.type('text/plain; charset=utf-8').send(await readFile(GUIDE, 'utf8')));
}
