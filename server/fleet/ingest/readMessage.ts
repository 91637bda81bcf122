import type { Buffer } from 'node:buffer';
import {
  dataMessage,
  logMessage,
  resultMessage,
  stateMessage,
  type DataMessage,
  type LogMessage,
  type ResultMessage,
  type StateMessage,
} from '#contract/fleet/deviceMessage';
import { UNSTORABLE } from '../../platform/storableValues.ts';
import { isWithinBounds } from './reading/bounds.ts';
import { readLooseJson, textOf } from './reading/looseJson.ts';
import { readFields, type ReadingRules } from './reading/readFields.ts';

/** Maximum message size in bytes. */
const MAX_MESSAGE_BYTES = 65_536;
const TOPIC = /^devices\/([^/]{1,200})\/(state|data|log|result)$/;
/** Numbers above it are counted on from 0: devices that count in ns since epoch exceed what a number holds exactly. */
const MAX_SEQUENCE = 2n ** 53n;

/** A parsed message. */
type Parsed =
  | { readonly kind: 'state'; readonly message: StateMessage }
  | { readonly kind: 'data'; readonly message: DataMessage }
  | { readonly kind: 'log'; readonly message: LogMessage }
  | { readonly kind: 'result'; readonly message: ResultMessage };

/** A message that can be stored, and the paths of its fields that could not be read. */
export type ValidMessage = Parsed & { readonly ok: true; readonly serial: string; readonly losses: readonly string[] };

/** A message that cannot be used, and why; `serial` and `kind` are those of its topic. */
type RefusedMessage =
  | { readonly ok: false; readonly reason: 'topic' }
  | {
      readonly ok: false;
      readonly reason: 'huge' | 'malformed';
      readonly serial: string;
      readonly kind: string;
      readonly losses: readonly string[];
    };

/** A message of a device, whether it can be used or not. */
export type DeviceMessage = Extract<ReadMessage, { readonly serial: string }>;

/** A parsed message that can be stored, or the reason for its rejection. */
export type ReadMessage = ValidMessage | RefusedMessage;

const needed: Readonly<Record<Parsed['kind'], ReadonlySet<string>>> = {
  state: new Set(['state']),
  data: new Set(['data_group', 'data', 'data.treatment_id']),
  log: new Set(['kind', 'incident_id', 'database_id', 'action.incident_id', 'action.treatment_id']),
  result: new Set(['command_id', 'status']),
};

function withSequence(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('sequence' in value)) return value;
  const { sequence } = value;
  return typeof sequence === 'string' && /^\d{16,40}$/.test(sequence)
    ? { ...value, sequence: Number(BigInt(sequence) % MAX_SEQUENCE) }
    : value;
}

/** Reads a state that is as it should be, as thousands a second are. */
function readUsual(value: unknown): StateMessage | null {
  const { success, data } = stateMessage.safeParse(value);
  const isUsual = success && isWithinBounds('time', data.time) && Object.values(data.state).every((field) => isWithinBounds('', field));
  return isUsual && !UNSTORABLE.test(JSON.stringify(data)) ? data : null;
}

const withinBoundsAt = (receivedAt: number) => (path: string, value: unknown) => isWithinBounds(path, value, receivedAt);

interface ParsedFields {
  readonly parsed: Parsed | null;
  readonly losses: readonly string[];
}

function readLog(value: unknown, rules: ReadingRules): ParsedFields {
  const { message, losses } = readFields(logMessage, value, rules);
  const isWithoutLevel = message?.kind === 'event' && message.level === '';
  return { parsed: message && { kind: 'log', message: isWithoutLevel ? { ...message, level: 'info' } : message }, losses };
}

function readParsed(kind: Parsed['kind'], value: unknown, receivedAt: number): ParsedFields {
  const rules = { needed: needed[kind], isWithinBounds: withinBoundsAt(receivedAt), receivedAt: new Date(receivedAt).toISOString() };
  if (kind === 'log') return readLog(value, rules);
  if (kind === 'state') {
    const { message, losses } = readFields(stateMessage, withSequence(value), rules);
    return { parsed: message && { kind, message }, losses };
  }
  if (kind === 'data') {
    const { message, losses } = readFields(dataMessage, value, rules);
    return { parsed: message && { kind, message }, losses };
  }
  const { message, losses } = readFields(resultMessage, value, rules);
  return { parsed: message && { kind, message }, losses };
}

const isKind = (kind: string | undefined): kind is Parsed['kind'] => kind !== undefined && Object.hasOwn(needed, kind);

/**
 * Parses an MQTT message of a device field by field: what cannot be read is left out and named in `losses`, and the rest counts. `receivedAt` in ms since
 * epoch. Never throws.
 */
export function readMessage(topic: string, payload: Buffer, receivedAt: number): ReadMessage {
  const [, serial, kind] = TOPIC.exec(topic) ?? [];
  if (serial === undefined || !isKind(kind)) return { ok: false, reason: 'topic' };
  if (payload.length > MAX_MESSAGE_BYTES) return { ok: false, reason: 'huge', serial, kind, losses: ['the message: more than 64 kB'] };
  const value = readLooseJson(textOf(payload));
  if (value === undefined) return { ok: false, reason: 'malformed', serial, kind, losses: ['the message: not JSON'] };
  const usual = kind === 'state' ? readUsual(value) : null;
  if (usual !== null) return { ok: true, serial, kind: 'state', message: usual, losses: [] };
  const { parsed, losses } = readParsed(kind, value, receivedAt);
  return parsed === null ? { ok: false, reason: 'malformed', serial, kind, losses } : { ok: true, serial, losses, ...parsed };
}
