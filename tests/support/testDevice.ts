import mqtt from 'mqtt';
import { commandMessage, deviceTopic, type CommandMessage, type ResultMessage } from '#contract/messages/deviceMessage';
import { noticeMessage, type NoticeMessage } from '#contract/fleet/notice';
import type { WireState } from '#contract/fleet/state';
import { brokerPassword } from '#server/platform/broker/accounts';

/** A device controlled by the test. */
export interface TestDevice {
  readonly serial: string;
  /** Reports a state; time and sequence number advance by themselves unless given. */
  readonly report: (state: WireState, at?: { readonly time?: string; readonly sequence?: number }) => Promise<void>;
  readonly tell: (group: string, data: unknown, time?: string) => Promise<void>;
  /** Publishes any payload on any topic. */
  readonly publish: (topic: string, payload: string | Buffer) => Promise<void>;
  /** Subscribes to its commands; the returned list grows. */
  readonly receive: () => Promise<readonly CommandMessage[]>;
  /** Subscribes to its notices; the returned list grows. */
  readonly notices: () => Promise<readonly NoticeMessage[]>;
  /** Publishes the result of a command. */
  readonly answer: (id: string, status: ResultMessage['status'], text?: string) => Promise<void>;
  /** Reports a state repeatedly, so that it stays connected, until `beSilent`; resolves after the first report. */
  readonly stay: (state?: WireState) => Promise<void>;
  readonly beSilent: () => void;
  readonly isConnected: () => boolean;
  /** Stays connected and executes its commands. */
  readonly obey: () => Promise<readonly CommandMessage[]>;
  readonly close: () => Promise<void>;
}

/** Interval of these reports, in ms; well below the timeout after which a device counts as offline. */
const STAY_MS = 2_000;

/** Connects a device to a broker with its own account, whose password derives from the broker's secret. */
export const openDevice = (url: string, secret: string, serial: string, now: () => number): Promise<TestDevice> =>
  connectDevice(url, brokerPassword(secret, serial), serial, now);

/** Connects a device to a broker with its own account, as with an access token. */
export async function connectDevice(url: string, password: string, serial: string, now: () => number): Promise<TestDevice> {
  const client = mqtt.connect(url, { username: serial, password, clientId: serial, protocolVersion: 4, reconnectPeriod: 200 });
  // A command may arrive together with the answer to the connection, before anything here can subscribe to it.
  const early: CommandMessage[] = [];
  const takers: ((command: CommandMessage) => void)[] = [];
  client.on('message', (topic, payload) => {
    if (topic !== deviceTopic(serial, 'command')) return;
    const command = commandMessage.parse(JSON.parse(payload.toString('utf8')));
    if (takers.length === 0) early.push(command);
    for (const take of takers) take(command);
  });
  let isConnecting = true;
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    // A refused client gives up; one whose connection fails later connects again.
    client.on('error', (error) => isConnecting && client.end(true, () => reject(error)));
  });
  isConnecting = false;
  let sequence = 0;
  const publish = async (topic: string, payload: string | Buffer) => {
    await client.publishAsync(topic, payload, { qos: 1 });
  };
  const report: TestDevice['report'] = (state, at = {}) => {
    sequence += 1;
    const message = { time: at.time ?? new Date(now()).toISOString(), sequence: at.sequence ?? sequence, state };
    return publish(deviceTopic(serial, 'state'), JSON.stringify(message));
  };
  const answer: TestDevice['answer'] = (command_id, status, text) =>
    publish(deviceTopic(serial, 'result'), JSON.stringify({ command_id, time: new Date(now()).toISOString(), status, text }));
  const receive = async (obey: (command: CommandMessage) => void = () => undefined) => {
    const received: CommandMessage[] = [];
    const take = (command: CommandMessage) => {
      received.push(command);
      obey(command);
    };
    takers.push(take);
    early.splice(0).forEach(take);
    await client.subscribeAsync(deviceTopic(serial, 'command'), { qos: 1 });
    return received;
  };
  let beat: NodeJS.Timeout | undefined;
  const beSilent = () => clearInterval(beat);
  const stay = (state: WireState = { current_state: 'waiting_for_task' }) => {
    beSilent();
    beat = setInterval(() => void report(state).catch(() => undefined), STAY_MS);
    return report(state);
  };
  return {
    serial,
    publish,
    report,
    answer,
    receive: () => receive(),
    notices: async () => {
      const notices: NoticeMessage[] = [];
      client.on('message', (topic, payload) => {
        if (topic === deviceTopic(serial, 'notice')) notices.push(noticeMessage.parse(JSON.parse(payload.toString('utf8'))));
      });
      await client.subscribeAsync(deviceTopic(serial, 'notice'));
      return notices;
    },
    stay,
    beSilent,
    isConnected: () => client.connected,
    obey: async () => {
      const received = await receive(({ command_id }) => {
        // Commands received while it is being closed are ignored.
        answer(command_id, 'delivered')
          .then(() => answer(command_id, 'done'))
          .catch(() => undefined);
      });
      await stay();
      return received;
    },
    tell: (data_group, data, time = new Date(now()).toISOString()) =>
      publish(deviceTopic(serial, 'data'), JSON.stringify({ data_group, time, data })),
    close: () => {
      beSilent();
      return client.endAsync(true);
    },
  };
}
