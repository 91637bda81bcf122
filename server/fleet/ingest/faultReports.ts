/** Reports faults in messages, each at a limited rate: a device event for users, and a notice to the device for its engineer. */

import type { Buffer } from 'node:buffer';
import type { LogMessage } from '#contract/messages/deviceMessage';
import type { NoticeCode, NoticeField, NoticeMessage } from '#contract/fleet/notice';
import { cutText } from '#domain/text/cutText';
import { redact } from '#domain/text/redact';
import { createRepeatLimit } from '../../platform/limits/repeatLimit.ts';
import { createBucket } from '../../platform/limits/tokenBucket.ts';
import { storableText } from './reading/looseValues.ts';
import { textOf } from './reading/looseJson.ts';
import type { MessageName } from './readMessage.ts';
import type { ReceivedLog } from './receivedLog.ts';

/** Number of characters of a message that are shown, for support. */
const SHOWN_LENGTH = 200;
/** Number of fields that the text of an event or a notice names; further ones are only counted. */
const SHOWN_FIELDS = 10;
/** Number of fields that a notice lists. */
const NOTICE_FIELDS = 20;
/**
 * Limits on events: the same fault once an hour, since a device repeats its mistake with each report; a mere note once a day; a different fault after
 * 10 s.
 */
const EVENTS = { sameAgainMs: 3_600_000, rate: { perSecond: 0.1, burst: 1 } } as const;
const NOTED_EVENTS = { sameAgainMs: 86_400_000, rate: { perSecond: 0.1, burst: 1 } } as const;
/** Limits on notices, which are for people next to the robot: the same one every 10 s, and different ones five times a second. */
const NOTICES = { sameAgainMs: 10_000, rate: { perSecond: 5, burst: 5 } } as const;
/** Maximum rate of notices to all devices together. Notices beyond it are dropped. */
const ALL_NOTICES = { perSecond: 200, burst: 1_000 } as const;
/** Number of consecutive old reports of a device that cause an event: a single repeated report after a reconnect does not. */
const OLD_IN_A_ROW = 5;

/** Time without a partially read message, in ms, after which an event says that all messages can be read again. */
const READABLE_AGAIN_MS = 300_000;

/** A message of a device that was refused, or of which parts were left out or noted. */
export interface MessageFault {
  readonly serial: string;
  readonly code: NoticeCode;
  /** The last segment of the topic. */
  readonly kind: string;
  readonly name: MessageName;
  readonly fields: readonly NoticeField[];
  /** Whether the whole message was ignored. */
  readonly isDropped: boolean;
  readonly payload?: Buffer | undefined;
  /** In ms since epoch. */
  readonly receivedAt: number;
}

type FaultEvent = Extract<LogMessage, { kind: 'event' }>;

const namesOf = (fields: readonly NoticeField[]) => {
  const unique = [...new Set(fields.map(({ field }) => cutText(storableText(field), 100)))];
  return { count: unique.length, text: unique.slice(0, SHOWN_FIELDS).join(', ') + (unique.length > SHOWN_FIELDS ? ', …' : '') };
};

const reasonText = ({ field, why, limit }: NoticeField) => `${field}: ${why}${limit == null ? '' : `, the limit is ${limit}`}`;

/** Returns the text of a fault. */
export function faultText({ kind, fields, code, isDropped }: Pick<MessageFault, 'kind' | 'fields' | 'code' | 'isDropped'>): string {
  const { count, text } = namesOf(fields);
  const [first] = fields;
  const reason = first === undefined ? '' : `: ${cutText(storableText(reasonText(first)), 300)}`;
  const counted = count === 1 ? '1 field' : `${count} fields`;
  if (code === 'fields_dropped') return `${counted} could not be read: ${text}`;
  if (code === 'fields_noted') return `${counted} ${count === 1 ? 'was' : 'were'} not known or missing: ${text}`;
  if (code === 'unreadable' || code === 'too_large') return `A message (${kind}) could not be read${reason}`;
  return isDropped ? `A message (${kind}) was left out${reason}` : `Of a message (${kind}) something was left out${reason}`;
}

const isUnreadable = (code: NoticeCode) => code === 'fields_dropped' || code === 'unreadable' || code === 'too_large';

const readableAgain = (at: number): FaultEvent => ({
  kind: 'event',
  time: new Date(at).toISOString(),
  level: 'success',
  message: 'All messages can be read again',
  data: { readable_again: true },
});

/** Returns the beginning of a message; for a configuration only its length, because not everybody who reads events may read its parameters. */
function shownPart({ kind, payload }: Pick<MessageFault, 'kind' | 'payload'>) {
  if (payload === undefined) return {};
  if (kind === 'configuration') return { bytes: payload.length };
  return { payload: redact(storableText(textOf(payload.subarray(0, SHOWN_LENGTH * 16))), SHOWN_LENGTH) };
}

function eventOf(fault: MessageFault, message: string, unreported: number): FaultEvent {
  const { kind, code, fields, receivedAt } = fault;
  const named = [...new Set(fields.map(({ field }) => storableText(field)))].slice(0, 100);
  const reasons = fields.slice(0, NOTICE_FIELDS).map((field) => cutText(storableText(reasonText(field)), 300));
  const data = {
    topic: kind,
    [isUnreadable(code) ? 'unreadable' : 'noticed']: named,
    reasons,
    ...shownPart(fault),
    ...(unreported === 0 ? {} : { more_since_the_last: unreported }),
  };
  return { kind: 'event', time: new Date(receivedAt).toISOString(), level: code === 'fields_noted' ? 'info' : 'warning', message, data };
}

function noticeOf(fault: MessageFault, text: string, held: number): NoticeMessage {
  const { code, kind, name, fields, isDropped, receivedAt } = fault;
  return {
    time: new Date(receivedAt).toISOString(),
    code,
    text,
    topic: kind,
    message: { ...name },
    fields: fields.slice(0, NOTICE_FIELDS).map(({ field, ...rest }) => ({ field: cutText(field, 200), ...rest })),
    fields_in_all: fields.length,
    is_dropped: isDropped,
    closes_connection: false,
    more_since_the_last: held,
  };
}

interface ReportParts {
  /** Adds an event of a device. */
  readonly record: (log: ReceivedLog) => void;
  /** Sends a notice to a device, or drops it. */
  readonly send: (serial: string, payload: string) => void;
}

/** Reporter of faults in the messages of devices. */
export interface FaultReports {
  readonly report: (fault: MessageFault) => void;
  /** Called when a report is accepted, which ends a series of old reports. */
  readonly counted: (serial: string) => void;
  /** Called for each message that was read completely. `at` in ms since epoch. */
  readonly readWhole: (serial: string, at: number) => void;
}

/**
 * Reports faults, each at a limited rate: to users by a device event, and to the engineer of the device by a notice. The same fault is reported again after a
 * while, with the number of reports that were held back meanwhile.
 */
export function createFaultReports({ record, send }: ReportParts): FaultReports {
  const [events, noted, notices] = [createRepeatLimit(EVENTS), createRepeatLimit(NOTED_EVENTS), createRepeatLimit(NOTICES)];
  const all = createBucket(ALL_NOTICES, 0);
  const oldInARow = new Map<string, number>();
  const unreadAt = new Map<string, number>();
  const isEvent = ({ serial, code }: MessageFault) => {
    if (code !== 'old') return true;
    const count = (oldInARow.get(serial) ?? 0) + 1;
    oldInARow.set(serial, count);
    return count >= OLD_IN_A_ROW;
  };
  return {
    counted: (serial) => void oldInARow.delete(serial),
    readWhole: (serial, at) => {
      const since = unreadAt.get(serial);
      if (since === undefined || Math.abs(at - since) < READABLE_AGAIN_MS) return;
      unreadAt.delete(serial);
      // From now on, the same mistake is reported as a new one.
      events.forget(serial);
      record({ serial, receivedAt: at, message: readableAgain(at) });
    },
    report: (fault) => {
      const { serial, code, receivedAt } = fault;
      const text = faultText(fault);
      if (isUnreadable(code)) unreadAt.set(serial, receivedAt);
      const sameness = `${code} ${text.replaceAll(/\d+/g, '#')}`;
      const unreported = isEvent(fault) ? (code === 'fields_noted' ? noted : events)(serial, sameness, receivedAt) : null;
      if (unreported !== null) record({ serial, receivedAt, message: eventOf(fault, text, unreported) });
      const held = notices(serial, sameness, receivedAt);
      if (held !== null && all.tryTake(receivedAt) === 0) send(serial, JSON.stringify(noticeOf(fault, text, held)));
    },
  };
}
