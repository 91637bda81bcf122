import type { Buffer } from 'node:buffer';
import {
  configurationMessage,
  dataMessage,
  identityMessage,
  logMessage,
  resultMessage,
  stateMessage,
  upwardTopics,
  type ConfigurationMessage,
  type DataMessage,
  type IdentityMessage,
  type LogMessage,
  type ResultMessage,
  type StateMessage,
} from '#contract/messages/deviceMessage';
import { maxMessageBytes, messageLimits } from '#contract/messages/messageLimits';
import { isStateField, stateFieldNames } from '#contract/fleet/stateFields';
import type { NoticeField } from '#contract/fleet/notice';
import { z } from '#contract/schema';
import { cutText } from '#domain/text/cutText';
import { UNSTORABLE } from '../../platform/storableValues.ts';
import { unreadReason } from './reading/faultTexts.ts';
import { exceededBound } from './reading/bounds.ts';
import { readLooseJson, textOf } from './reading/looseJson.ts';
import { isTooDeep } from '../../platform/jsonDepth.ts';
import { storableInstant, storableText } from './reading/looseValues.ts';
import { KEPT, readFields, type ReadingRules } from './reading/readFields.ts';

const TOPIC = new RegExp(`^devices/([^/]{1,200})/(${upwardTopics.join('|')})$`);
/** Sequence numbers wrap around here: devices that count in ns since epoch exceed the range in which numbers are exact. */
const MAX_SEQUENCE = 2n ** 53n;

/** A parsed message. */
type Parsed =
  | { readonly kind: 'state'; readonly message: StateMessage }
  | { readonly kind: 'data'; readonly message: DataMessage }
  | { readonly kind: 'log'; readonly message: LogMessage }
  | { readonly kind: 'configuration'; readonly message: ConfigurationHead }
  | { readonly kind: 'identity'; readonly message: IdentityMessage }
  | { readonly kind: 'result'; readonly message: ResultMessage };

/** A configuration message whose parameters are read later, in short turns, since a device may report thousands. */
export type ConfigurationHead = Omit<ConfigurationMessage, 'config'> & { readonly config: Readonly<Record<string, unknown>> };

/** The readable fields that identify a message among others of its device. */
export type MessageName = Readonly<Record<string, string | number>>;

/** The findings in a message: unreadable fields, and unknown or missing ones. */
interface Noticed {
  readonly serial: string;
  readonly name: MessageName;
  readonly losses: readonly NoticeField[];
  readonly remarks: readonly NoticeField[];
}

/** A message that can be stored, and its fields that could not be read. */
export type ValidMessage = Parsed & Noticed & { readonly ok: true };

/** A message that cannot be used, and the reason; `serial` and `kind` are from its topic. */
type RefusedMessage =
  | { readonly ok: false; readonly reason: 'topic' }
  | (Noticed & { readonly ok: false; readonly reason: 'huge' | 'malformed'; readonly kind: string });

/** A message of a device, usable or not. */
export type DeviceMessage = Extract<ReadMessage, { readonly serial: string }>;

/** A parsed message that can be stored, or the reason for its rejection. */
export type ReadMessage = ValidMessage | RefusedMessage;

const needed: Readonly<Record<Parsed['kind'], ReadonlySet<string>>> = {
  state: new Set(['state']),
  data: new Set(['data_group', 'data', 'data.treatment_id', 'part', 'parts']),
  log: new Set(['kind', 'incident_id', 'database_id', 'action.incident_id', 'action.treatment_id']),
  configuration: new Set(['file_name', 'part', 'parts']),
  identity: new Set(),
  result: new Set(['command_id', 'status']),
};

function withSequence(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('sequence' in value)) return value;
  const { sequence } = value;
  return typeof sequence === 'string' && /^\d{16,40}$/.test(sequence)
    ? { ...value, sequence: Number(BigInt(sequence) % MAX_SEQUENCE) }
    : value;
}

/** Outside the state, the schema drops unknown fields. */
const hasKnownHead = (value: unknown, message: StateMessage) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === Object.keys(message).length;

interface UsualState {
  readonly message: StateMessage;
  readonly remarks: readonly NoticeField[];
}

/** Reads a valid state quickly, since thousands arrive each second, and keeps its unknown fields; null for any other message. */
function readUsual(value: unknown): UsualState | null {
  const { success, data } = stateMessage.safeParse(value);
  const isUsual =
    success &&
    hasKnownHead(value, data) &&
    exceededBound('time', data.time) === null &&
    storableInstant(data.time) === data.time &&
    stateFieldNames.every((name) => exceededBound('', data.state[name]) === null) &&
    !isTooDeep(data.state) &&
    !UNSTORABLE.test(JSON.stringify(data));
  if (!isUsual) return null;
  const others = Object.keys(data.state).filter((name) => !isStateField(name));
  return { message: data, remarks: others.map((name) => ({ field: `state.${name}`, why: KEPT })) };
}

interface ParsedFields extends Pick<Noticed, 'losses' | 'remarks'> {
  readonly parsed: Parsed | null;
}

function readLog(value: unknown, rules: ReadingRules): ParsedFields {
  const { message, ...noticed } = readFields(logMessage, value, rules);
  const isWithoutLevel = message?.kind === 'event' && message.level === '';
  return { parsed: message && { kind: 'log', message: isWithoutLevel ? { ...message, level: 'info' } : message }, ...noticed };
}

const BAD_PART = { field: 'part', why: 'part and parts belong together, and part is 1 to parts' };
const isPartOfSome = (message: DataMessage) => {
  if (message.data_group !== 'treatment' || (message.part === undefined && message.parts === undefined)) return true;
  return message.part !== undefined && message.parts !== undefined && message.part <= message.parts;
};

/** The parameters are read one by one, later. */
const configurationHead = z.extend(configurationMessage, { config: z.unknown() });
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readConfiguration(value: unknown, rules: ReadingRules): ParsedFields {
  const config = isFields(value) ? value['config'] : undefined;
  const head = isFields(value) ? { ...value, config: null } : value;
  const { message, ...noticed } = readFields(configurationHead, head, rules);
  if (message === null) return { parsed: null, ...noticed };
  if (!isFields(config))
    return { parsed: null, losses: [...noticed.losses, { field: 'config', ...unreadReason('an object', config) }], remarks: [] };
  const { part, parts } = message;
  const isPart = part == null ? parts == null : parts != null && part <= parts;
  if (!isPart) return { parsed: null, losses: [BAD_PART], remarks: [] };
  // An unreadable name must not look like a file that no longer exists.
  const file_names = noticed.losses.some(({ field }) => field.startsWith('file_names')) ? null : message.file_names;
  return { parsed: { kind: 'configuration', message: { ...message, file_names, config } }, ...noticed };
}

function readParsed(kind: Parsed['kind'], value: unknown, receivedAt: number, aheadMs: number): ParsedFields {
  const exceeded = (path: string, field: unknown) => exceededBound(path, field, receivedAt + Math.max(0, aheadMs));
  const rules = { needed: needed[kind], exceeded, receivedAt: new Date(receivedAt).toISOString() };
  if (kind === 'log') return readLog(value, rules);
  if (kind === 'configuration') return readConfiguration(value, rules);
  if (kind === 'state') {
    const { message, ...noticed } = readFields(stateMessage, withSequence(value), rules);
    return { parsed: message && { kind, message }, ...noticed };
  }
  if (kind === 'data') {
    const { message, ...noticed } = readFields(dataMessage, value, rules);
    if (message !== null && !isPartOfSome(message)) return { parsed: null, losses: [BAD_PART], remarks: [] };
    return { parsed: message && { kind, message }, ...noticed };
  }
  if (kind === 'identity') {
    const { message, ...noticed } = readFields(identityMessage, value, rules);
    return { parsed: message && { kind, message }, ...noticed };
  }
  const { message, ...noticed } = readFields(resultMessage, value, rules);
  return { parsed: message && { kind, message }, ...noticed };
}

const isKind = (kind: string | undefined): kind is Parsed['kind'] => kind !== undefined && Object.hasOwn(needed, kind);

/** Fields of the message or its `data` that identify the message among others of its device. */
const NAMING = [
  'time',
  'sequence',
  'data_group',
  'kind',
  'command_id',
  'treatment_id',
  'incident_id',
  'database_id',
  'file_name',
  'part',
  'parts',
];

function nameOf(value: unknown): MessageName {
  const named = (of: unknown): readonly [string, string | number][] =>
    typeof of !== 'object' || of === null
      ? []
      : Object.entries(of).flatMap(([key, field]): [string, string | number][] => {
          if (!NAMING.includes(key)) return [];
          if (typeof field === 'string') return [[key, cutText(storableText(field), messageLimits.idCharacters)]];
          return typeof field === 'number' && Number.isFinite(field) ? [[key, field]] : [];
        });
  const data = typeof value === 'object' && value !== null && 'data' in value ? value.data : null;
  return Object.fromEntries([...named(data), ...named(value)]);
}

const sizeText = (bytes: number) => `${bytes} bytes`;

function tooLarge(length: number, most: number): NoticeField {
  return { field: 'the message', why: `it has ${sizeText(length)}`, limit: sizeText(most) };
}

/**
 * Parses an MQTT message of a device field by field: an unreadable field is left out and named in `losses`, and the rest is used. `receivedAt` in ms since
 * epoch; `aheadOf` returns by how many ms the clock of a device is ahead: times up to the present of that clock are not in the future. Never throws.
 */
export function readMessage(
  topic: string,
  payload: Buffer,
  receivedAt: number,
  aheadOf: (serial: string) => number = () => 0,
): ReadMessage {
  const [, serial, kind] = TOPIC.exec(topic) ?? [];
  if (serial === undefined || !isKind(kind)) return { ok: false, reason: 'topic' };
  const refused = (reason: 'huge' | 'malformed', loss: NoticeField, name: MessageName = {}) =>
    ({ ok: false, reason, serial, kind, name, losses: [loss], remarks: [] }) as const;
  const { length } = payload;
  // A message that is longer than any valid one is not parsed.
  if (length > messageLimits.jobsMessageBytes)
    return refused('huge', tooLarge(length, maxMessageBytes(kind === 'data' ? 'treatment' : kind)));
  if (kind !== 'data' && kind !== 'configuration' && length > messageLimits.messageBytes)
    return refused('huge', tooLarge(length, messageLimits.messageBytes));
  const value = readLooseJson(textOf(payload));
  if (value === undefined) return refused('malformed', { field: 'the message', why: 'not JSON' });
  const name = nameOf(value);
  const most = maxMessageBytes(kind === 'configuration' ? kind : name['data_group']);
  if (length > most) return refused('huge', tooLarge(length, most), name);
  const usual = kind === 'state' ? readUsual(value) : null;
  if (usual !== null) return { ok: true, serial, kind: 'state', name, losses: [], ...usual };
  const { parsed, ...noticed } = readParsed(kind, value, receivedAt, aheadOf(serial));
  return parsed === null
    ? { ok: false, reason: 'malformed', serial, kind, name, ...noticed }
    : { ok: true, serial, name, ...noticed, ...parsed };
}
