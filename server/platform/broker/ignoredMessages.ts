import { Buffer } from 'node:buffer';
import type { PublishPacket } from 'aedes';
import { deviceTopic, type LogMessage } from '#contract/fleet/deviceMessage';
import { redacted } from '#domain/text/redacted';

/** What is ignored of a device is reported once in this time, in ms. */
const AGAIN_MS = 3_600_000;
/** Devices that are remembered; beyond it the one reported first is reported again. */
const MAX_DEVICES = 20_000;
/** How much of a topic and of a message is shown, in characters. */
const SHOWN_LENGTH = 200;

interface Known {
  readonly at: number;
  readonly since: number;
}

/**
 * Counts the messages of devices that are ignored, retained ones and those to unknown topics, and reports them as an event of the device: by a log message
 * in its name, which `publish` hands on as if the device had sent it.
 */
export function createIgnoredMessages(publish: (topic: string, payload: Buffer) => void, now: () => number) {
  const devices = new Map<string, Known>();
  return (serial: string, { topic, payload, retain }: Pick<PublishPacket, 'topic' | 'payload' | 'retain'>): void => {
    const known = devices.get(serial);
    if (known !== undefined && Math.abs(now() - known.at) < AGAIN_MS) {
      devices.set(serial, { ...known, since: known.since + 1 });
      return;
    }
    devices.delete(serial);
    devices.set(serial, { at: now(), since: 0 });
    const [oldest] = devices.keys();
    if (devices.size > MAX_DEVICES && oldest !== undefined) devices.delete(oldest);
    const shown = topic.slice(0, SHOWN_LENGTH);
    const message: LogMessage = {
      kind: 'event',
      time: new Date(now()).toISOString(),
      level: 'warning',
      message: retain ? `A retained message was ignored: ${shown}` : `A message to an unknown topic was ignored: ${shown}`,
      data: {
        topic: shown,
        payload: redacted(Buffer.from(payload).toString('utf8'), SHOWN_LENGTH),
        ...(known === undefined || known.since === 0 ? {} : { more_since_the_last: known.since }),
      },
    };
    publish(deviceTopic(serial, 'log'), Buffer.from(JSON.stringify(message)));
  };
}
