/** The connection between robot and server, to be used as it is: token, MQTT, files, the rules of commands. */

// The connection of a robot: its token, MQTT, files, and the rules of commands. You can keep it unchanged; `robot.ts` is the robot.
import { Buffer } from 'node:buffer';
import { createHash, sign } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';

export type Fields = Readonly<Record<string, unknown>>;

/** A received command. */
export interface Command {
  readonly command_id: string;
  readonly command: string;
  readonly arguments: Fields;
  readonly given_at: string;
  readonly expires_in_ms?: number | null;
  readonly epoch?: number | null;
  readonly controller?: string | null;
}

/** A robot, as its connection sees it. */
export interface Robot {
  /** Address of the console: `https://console.example`. */
  readonly console: string;
  readonly serial: string;
  /** File of the private key of its credentials, RSA2048 or NISTP256. */
  readonly key: string;
  /** The file that keeps epoch and results across a restart. */
  readonly folder: string;
  /** `mqtts://host:8883`; by default, MQTT over WebSocket at the address of the console. */
  readonly broker?: string | undefined;
  readonly log: (text: string) => void;
  /** Called on each connection. */
  readonly introduce: () => Promise<void>;
  /** Stops the machine; called at once, at any time. */
  readonly stop: () => void;
  /** Executes any other command: throws a text for people, or returns a function that is called after the result. */
  readonly perform: (command: Command) => Promise<(() => void) | undefined>;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer>;
}

const PART_BYTES = 8 * 1024 * 1024;
const REMEMBERED = 500;
/** Pauses between failed connections: the first and the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1_000, 30_000];
export const now = () => new Date().toISOString();
export const jsonOf = async <T>(answer: Response): Promise<T> => JSON.parse(await answer.text());

// ---- HTTP: the token, and the robot's other requests
/** Calls the server with the robot's token and renews the token; `onToken` is called with each new one. */
function createCalls({ console: origin, serial, key, log }: Robot, onToken: (token: string) => void) {
  let token = '';
  let renewAt = 0;
  const request = (to: string, more: Request = {}) => {
    const basic = Buffer.from(`${serial}:${token}`).toString('base64');
    return fetch(origin + to, { ...more, headers: { authorization: `Basic ${basic}`, ...more.headers } });
  };
  const post = async <T>(to: string, body: Fields): Promise<T> => {
    const answer = await request(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
    return jsonOf<T>(answer);
  };
  /** Signs a challenge with the key of the credentials. The robot's clock does not matter. */
  const renew = async () => {
    const { challenge } = await post<{ challenge: string }>('/device-token/challenge', { serial });
    const signature = sign('sha256', Buffer.from(challenge), readFileSync(key)).toString('base64');
    const renewed = await post<{ access_token: string; expires_in: number }>('/device-token', { serial, challenge, signature });
    token = renewed.access_token;
    renewAt = performance.now() + renewed.expires_in * 500;
    onToken(token);
  };
  const renewToken = () =>
    renew().catch((error: unknown) => {
      renewAt = performance.now() + 60_000;
      log(`the token is not renewed: ${String(error)}`);
    });
  return { request, renewToken, isRenewalDue: () => renewAt < performance.now(), log };
}
type Calls = ReturnType<typeof createCalls>;

/** Uploads the parts that the server lacks: after a broken connection, the server returns the offset. Returns the last answer. */
async function putParts({ request }: Calls, to: string, file: FileHandle, digest: string) {
  const { size } = await file.stat();
  let answer = await request(to);
  while (answer.status === 200 || answer.status === 202) {
    const { offset } = await jsonOf<{ offset: number }>(answer);
    const body = Buffer.alloc(Math.min(PART_BYTES, size - offset));
    await file.read(body, 0, body.length, offset);
    const range = `bytes ${offset}-${offset + body.length - 1}/${size}`;
    const headers = { 'content-type': 'application/octet-stream', 'repr-digest': `sha-256=:${digest}:`, 'content-range': range };
    answer = await request(to, { method: 'PUT', body, headers });
  }
  return answer;
}

/** Uploads a file, which the server checks by its SHA-256. */
async function putFile(calls: Calls, to: string, name: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(name), hash);
  const digest = hash.digest('base64');
  const file = await open(name);
  try {
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await putParts(calls, to, file, digest).catch((error: unknown) => calls.log(`${to}: ${String(error)}`));
      const status = answer?.status ?? 0;
      if (status === 204) return;
      if ([404, 409, 413].includes(status)) throw new Error(`${to}: ${status} ${await answer?.text()}`);
      if (status === 401) await calls.renewToken();
      await pause(1_000 * Number(answer?.headers.get('retry-after') ?? 2));
    }
  } finally {
    await file.close();
  }
  throw new Error(`${to}: given up`);
}

// ---- Commands
/** Epoch and results, which are kept across a restart. */
function openMemory(folder: string) {
  const file = path.join(folder, 'commands.json');
  const memory: { epoch: number; results: Record<string, Fields> } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { epoch: 0, results: {} };
  const save = () => {
    memory.results = Object.fromEntries(Object.entries(memory.results).slice(-REMEMBERED));
    writeFileSync(`${file}.new`, JSON.stringify(memory));
    renameSync(`${file}.new`, file);
  };
  return { memory, save };
}

/** Returns the handler of commands: each is answered by `publish`. */
function createCommands({ folder, stop, perform }: Robot, publish: (topic: string, fields: Fields) => void) {
  const { memory, save } = openMemory(folder);
  const answer = ({ command_id }: Command, status: 'delivered' | 'done' | 'failed', text?: string) => {
    memory.results[command_id] = { command_id, status, ...(text !== undefined && { text: text.slice(0, 1_000) }) };
    publish('result', memory.results[command_id]);
    save();
  };
  const execute = async (command: Command) => {
    try {
      const after = await perform(command);
      answer(command, 'done');
      after?.();
    } catch (error) {
      answer(command, 'failed', error instanceof Error ? error.message : String(error));
    }
  };
  /**
   * A stop is executed at once, at any time, before everything else. Any other command is executed at most once, in time, and only from the user in control.
   */
  return (command: Command) => {
    const { command_id, given_at, expires_in_ms } = command;
    const [isStop, epoch] = [command.command === 'stop_immediately', command.epoch ?? 0];
    if (isStop) stop();
    const known = memory.results[command_id];
    if (known !== undefined) return publish('result', known);
    answer(command, 'delivered');
    if (isStop) return answer(command, 'done');
    if (epoch > 0 && epoch < memory.epoch) return answer(command, 'failed', 'somebody else has taken control');
    if (expires_in_ms != null && Date.now() - Date.parse(given_at) > expires_in_ms) return answer(command, 'failed', 'it came too late');
    memory.epoch = Math.max(memory.epoch, epoch);
    void execute(command); // a stop does not wait for it
  };
}

// ---- MQTT
const clientOf = ({ console: origin, broker, serial }: Robot) =>
  mqtt.connect(broker ?? `${origin.replace(/^http/, 'ws')}/mqtt`, {
    clientId: serial,
    username: serial,
    protocolVersion: 4,
    keepalive: 30,
    reconnectPeriod: FIRST_PAUSE_MS,
    reconnectOnConnackError: true,
    manualConnect: true,
  });

/** Creates the connection of a robot; `start` connects it. */
export function createConnection(robot: Robot) {
  const { serial, log, introduce } = robot;
  const client = clientOf(robot);
  const calls = createCalls(robot, (token) => {
    client.options.password = token; // for the next connection: the current one is not cut
  });
  /** QoS 1, never retained: the library stores unacknowledged messages and resends them. */
  const publish = (topic: string, fields: Fields) =>
    void client.publish(`devices/${serial}/${topic}`, JSON.stringify({ time: now(), ...fields }), { qos: 1 });
  const onCommand = createCommands(robot, publish);

  client.on('connect', () => {
    log('connected');
    client.options.reconnectPeriod = FIRST_PAUSE_MS;
    client.subscribe({ [`devices/${serial}/command`]: { qos: 1 }, [`devices/${serial}/notice`]: { qos: 0 } });
    introduce().catch((error: unknown) => log(`introduction: ${String(error)}`));
  });
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/command')) onCommand(JSON.parse(payload.toString()));
    else log(`notice: ${payload.toString()}`);
  });
  client.on('close', () => {
    log('the connection is closed');
    client.options.reconnectPeriod = Math.min(LONGEST_PAUSE_MS, 2 * (client.options.reconnectPeriod ?? FIRST_PAUSE_MS));
  });
  client.on('error', (error) => {
    log(`connection: ${error.message}`);
    // Not authorized: the token has expired, or somebody generated new credentials. After any other error, the same token is tried again.
    if (/not authorized/i.test(error.message)) void calls.renewToken();
  });

  /** Connects and reconnects; calls `eachSecond` while connected. Returns the stop function. */
  const start = async (eachSecond: () => void) => {
    await calls.renewToken();
    client.connect();
    const timer = setInterval(() => {
      if (calls.isRenewalDue()) void calls.renewToken();
      if (client.connected) eachSecond();
    }, 1_000);
    return () => {
      clearInterval(timer);
      client.end();
    };
  };
  return { request: calls.request, putFile: (to: string, name: string) => putFile(calls, to, name), publish, start };
}
