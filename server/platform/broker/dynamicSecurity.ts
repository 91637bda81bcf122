/** Manages the device accounts of a Mosquitto broker through its dynamic security plugin, over MQTT. */

import type { Buffer } from 'node:buffer';
import mqtt, { type MqttClient } from 'mqtt';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { deviceTopic, upwardTopics } from '#contract/messages/deviceMessage';
import { z } from '#contract/schema';
import { createFailure } from '../failure/catalogue.ts';
import { unavailable } from '../failure/failure.ts';
import { logOnce } from '../failure/logOnce.ts';
import { reconnecting } from './reconnecting.ts';

/** The device accounts of a Mosquitto broker, managed through its dynamic security plugin. */
export interface DynamicSecurity {
  /** Allows a device to connect only with this token, and ends a connection that it made with another one. Throws 503 if the broker does not respond. */
  readonly admit: (serial: string, token: string) => Promise<void>;
  /** Deletes the account of a device and ends its connection; retried until the broker has done it. */
  readonly cut: (serial: string) => void;
  readonly close: () => Promise<void>;
}

interface DynamicSecurityOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Returns the given serials whose devices no longer have a valid token. */
  readonly endedOf: (serials: readonly string[]) => Promise<readonly string[]>;
  readonly log: Logger;
}

const CONTROL = '$CONTROL/dynamic-security/v1';
const RESPONSE = `${CONTROL}/response`;
/** Prefix of the roles that this server creates: the periodic comparison deletes only accounts with such a role. */
const ROLE = 'orangery-device-';
const ANSWERS_WITHIN_MS = 5_000;
/** Interval at which the server searches for accounts with expired tokens, in ms. */
const COMPARE_MS = 60_000;

const responses = z.object({
  responses: z.array(
    z.object({
      command: z.nullish(z.string()),
      error: z.nullish(z.string()),
      correlationData: z.nullish(z.string()),
      data: z.nullish(z.record(z.string(), z.unknown())),
    }),
  ),
});
type Responses = z.infer<typeof responses>['responses'];
const listed = z.object({
  clients: z.array(z.object({ username: z.string(), roles: z.nullish(z.array(z.object({ rolename: z.string() }))) })),
});

type Command = { readonly command: string } & Readonly<Record<string, unknown>>;

const away = () => createFailure('brokerAway');

function readResponses(payload: Buffer): Responses {
  try {
    return responses.safeParse(JSON.parse(payload.toString('utf8'))).data?.responses ?? [];
  } catch {
    return [];
  }
}

/** Creates the function that sends commands to the plugin and returns their responses. */
function createRequests(client: MqttClient): (commands: readonly Command[]) => Promise<Responses> {
  const waiting = new Map<string, (found: Responses | null) => void>();
  client.on('message', (topic, payload) => {
    if (topic !== RESPONSE) return;
    const found = readResponses(payload);
    waiting.get(found[0]?.correlationData ?? '')?.(found);
  });
  return (commands) =>
    new Promise((resolve, reject) => {
      if (!client.connected) return reject(away());
      const id = randomUUID();
      const settle = (found: Responses | null) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (found === null) reject(away());
        else resolve(found);
      };
      const timer = setTimeout(() => settle(null), ANSWERS_WITHIN_MS).unref();
      waiting.set(id, settle);
      const text = JSON.stringify({ commands: commands.map((one) => ({ ...one, correlationData: id })) });
      return client.publish(CONTROL, text, { qos: 1 }, (error) => error != null && settle(null));
    });
}

/** Returns the rights of a device, as in the embedded broker. The plugin has no patterns, so each device has its own role. */
const rightsOf = (serial: string) => [
  ...upwardTopics.map((kind) => ({ acltype: 'publishClientSend', topic: deviceTopic(serial, kind), allow: true })),
  ...(['command', 'notice'] as const).map((kind) => ({ acltype: 'subscribeLiteral', topic: deviceTopic(serial, kind), allow: true })),
];

/**
 * Returns the commands that set the token of a device, whether or not it has an account: creating an existing account fails, and the following commands change
 * it.
 */
function admission(serial: string, token: string): readonly Command[] {
  const rolename = `${ROLE}${serial}`;
  const role = { rolename, acls: rightsOf(serial) };
  const account = { username: serial, clientid: serial, password: token, roles: [{ rolename, priority: 0 }] };
  return [
    { command: 'createRole', ...role },
    { command: 'modifyRole', ...role },
    { command: 'createClient', ...account },
    { command: 'modifyClient', ...account },
  ];
}

/**
 * Controls the dynamic security plugin of Mosquitto over MQTT: creates accounts with their rights, and deletes them at once. Deletions that failed while the
 * broker was unavailable are retried when it is available again, and once a minute, so that a device without a valid token has no account.
 */
export function openDynamicSecurity({ url, username, password, endedOf, log }: DynamicSecurityOptions): DynamicSecurity {
  const clientId = `orangery-accounts-${randomUUID()}`;
  const client = mqtt.connect(url, {
    username,
    password,
    clientId,
    protocolVersion: 4,
    ...reconnecting,
  });
  const outcome = logOnce(log, {
    lost: 'the accounts of devices cannot be kept at the broker',
    back: 'the accounts of devices are kept again',
  });
  client.on('error', (error) => log.warn({ err: error }, 'device broker'));
  const request = createRequests(client);
  const end = async (serial: string) => {
    await request([
      { command: 'deleteClient', username: serial },
      { command: 'deleteRole', rolename: `${ROLE}${serial}` },
    ]);
  };
  const compare = async () => {
    const [found] = await request([{ command: 'listClients', verbose: true, count: -1, offset: 0 }]);
    const { clients } = listed.parse(found?.data ?? { clients: [] });
    const own = clients.filter(({ username: name, roles }) => roles?.some(({ rolename }) => rolename === `${ROLE}${name}`));
    for (const serial of await endedOf(own.map(({ username: name }) => name))) await end(serial);
  };
  const tidy = () => void compare().then(outcome.worked, outcome.failed);
  client.on('connect', () => client.subscribe(RESPONSE, { qos: 1 }, (error) => error == null && tidy()));
  const timer = setInterval(tidy, COMPARE_MS);
  return {
    admit: async (serial, token) => {
      const last = (await request(admission(serial, token))).at(-1);
      if (last?.error != null) throw unavailable('the device broker does not take the account');
    },
    cut: (serial) => void end(serial).catch(outcome.failed),
    close: async () => {
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
}
