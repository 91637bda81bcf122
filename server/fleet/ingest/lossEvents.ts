import type { Buffer } from 'node:buffer';
import type { LogMessage } from '#contract/fleet/deviceMessage';
import { redacted } from '#domain/text/redacted';
import { storableText } from './reading/looseValues.ts';
import { textOf } from './reading/looseJson.ts';

/** How much of a message is shown for support, in characters. */
const SHOWN_LENGTH = 200;
/** Fields that an event names; more are only counted. */
const SHOWN_FIELDS = 10;
/** The same loss of a device is reported once in this time, in ms: a device repeats its mistake with each report. */
const SAME_AGAIN_MS = 3_600_000;
/** Losses of a device are reported at most once in this time, in ms; those in between are counted. */
const NEXT_MS = 10_000;
/** Losses that are remembered of one device; of more the oldest is reported again. */
const MAX_REMEMBERED = 20;

/** What of a message could not be read. */
export interface Loss {
  readonly serial: string;
  /** The last part of its topic. */
  readonly kind: string;
  /** Paths of the fields. */
  readonly fields: readonly string[];
  /** Whether nothing of the message counts. */
  readonly isWhole: boolean;
  readonly payload: Buffer;
  /** In ms since epoch. */
  readonly receivedAt: number;
}

type LossEvent = Extract<LogMessage, { kind: 'event' }>;

interface Reported {
  readonly lastByText: Map<string, number>;
  nextAt: number;
  unreported: number;
}

function textOfLoss({ kind, fields, isWhole }: Loss): string {
  const unique = [...new Set(fields.map((field) => storableText(field).slice(0, 100)))];
  const names = unique.slice(0, SHOWN_FIELDS).join(', ') + (unique.length > SHOWN_FIELDS ? ', …' : '');
  if (isWhole) return `A message (${kind}) could not be read: ${names}`;
  return `${unique.length === 1 ? '1 field' : `${unique.length} fields`} could not be read: ${names}`;
}

function eventOf(loss: Loss, message: string, unreported: number): LossEvent {
  const { kind, fields, payload, receivedAt } = loss;
  const text = storableText(textOf(payload.subarray(0, SHOWN_LENGTH * 16)));
  const data = {
    topic: kind,
    unreadable: [...new Set(fields.map((field) => storableText(field)))].slice(0, 100),
    payload: redacted(text, SHOWN_LENGTH),
    ...(unreported === 0 ? {} : { more_since_the_last: unreported }),
  };
  return { kind: 'event', time: new Date(receivedAt).toISOString(), level: 'warning', message, data };
}

/** Returns the event by which a loss is reported; null when it is only counted, as it was reported lately. */
export function createLossEvents(): (loss: Loss) => LossEvent | null {
  const devices = new Map<string, Reported>();
  return (loss) => {
    const { serial, receivedAt } = loss;
    const reported: Reported = devices.get(serial) ?? { lastByText: new Map(), nextAt: Number.NEGATIVE_INFINITY, unreported: 0 };
    devices.set(serial, reported);
    const message = textOfLoss(loss);
    // A clock that was set back does not silence a device.
    const signature = message.replaceAll(/\d+/g, '#');
    const sinceSame = receivedAt - (reported.lastByText.get(signature) ?? Number.NEGATIVE_INFINITY);
    const isTooSoon = receivedAt < reported.nextAt && reported.nextAt - receivedAt <= NEXT_MS;
    if (isTooSoon || (sinceSame >= 0 && sinceSame < SAME_AGAIN_MS)) {
      reported.unreported += 1;
      return null;
    }
    const event = eventOf(loss, message, reported.unreported);
    reported.lastByText.delete(signature);
    reported.lastByText.set(signature, receivedAt);
    const [oldest] = reported.lastByText.keys();
    if (reported.lastByText.size > MAX_REMEMBERED && oldest !== undefined) reported.lastByText.delete(oldest);
    reported.nextAt = receivedAt + NEXT_MS;
    reported.unreported = 0;
    return event;
  };
}
