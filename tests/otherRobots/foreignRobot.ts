import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';

/** A message: the last word of its topic, and what it holds. */
export type Said = readonly [topic: string, payload: Readonly<Record<string, unknown>>];

/** An instant as many minutes ago, as the robot writes it. */
type Ago = (minutes: number) => unknown;

/** A robot of another maker, written from the documents alone. */
export interface ForeignRobot {
  readonly serial: string;
  readonly type: string;
  /** Time between two of its states, in ms. */
  readonly everyMs: number;
  /** How it writes an instant; `at` in ms since epoch. */
  readonly time: (at: number) => unknown;
  /** Returns its `turn`-th state since it was switched on. */
  readonly state: (turn: number) => Readonly<Record<string, unknown>>;
  /** The messages that it sends once, after its first state. */
  readonly hello: (ago: Ago) => readonly Said[];
  /** Its results of a command, in order; each with or without a text. */
  readonly answers: (command: string) => readonly (readonly [status: string, text?: string])[];
}

/** A robot that is connected. */
export interface SwitchedOn {
  /** The commands that arrived, the notices, in order. */
  readonly commands: readonly string[];
  readonly notices: readonly string[];
  /** Reports another state, now and from now on. */
  readonly report: (state: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly say: (message: Said) => Promise<void>;
  readonly off: () => Promise<void>;
}

interface Door {
  readonly url: string;
  /** Its access token. */
  readonly token: string;
  /** A file with the authority of the server's certificate, if it has one of its own. */
  readonly ca?: string;
}

const fieldsOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text);

/** Switches a robot on: it connects, says everything, and then reports at its own pace. */
export async function switchOn(robot: ForeignRobot, { url, token, ca }: Door): Promise<SwitchedOn> {
  const { serial } = robot;
  const client = await mqtt.connectAsync(url, {
    username: serial,
    password: token,
    clientId: serial,
    protocolVersion: 4,
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
  });
  const [commands, notices]: [string[], string[]] = [[], []];
  const now = () => Date.now();
  const say = async ([topic, payload]: Said) => {
    await client.publishAsync(`devices/${serial}/${topic}`, JSON.stringify(payload), { qos: 1 });
  };
  const answer = async (payload: string) => {
    const { command, command_id } = fieldsOf(payload);
    commands.push(String(command));
    for (const [status, text] of robot.answers(String(command)))
      await say(['result', { command_id, time: robot.time(now()), status, ...(text === undefined ? {} : { text }) }]);
  };
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/notice')) notices.push(String(fieldsOf(payload.toString())['text']));
    // Switched off meanwhile, it answers nothing.
    else answer(payload.toString()).catch(() => undefined);
  });
  await client.subscribeAsync([`devices/${serial}/command`, `devices/${serial}/notice`], { qos: 1 });

  let turn = 0;
  let changed: Readonly<Record<string, unknown>> | null = null;
  const reportNow = () => {
    turn += 1;
    return say(['state', { time: robot.time(now()), sequence: turn, state: changed ?? robot.state(turn) }]);
  };
  await reportNow();
  for (const message of robot.hello((minutes) => robot.time(now() - minutes * 60_000))) await say(message);
  const again = setInterval(() => void reportNow().catch(() => undefined), robot.everyMs);
  return {
    commands,
    notices,
    say,
    report: (state) => {
      changed = state;
      return reportNow();
    },
    off: async () => {
      clearInterval(again);
      await client.endAsync(true);
    },
  };
}
