import { Buffer } from 'node:buffer';
import { z } from '#contract/schema';
import type { NoticeField } from '#contract/fleet/notice';
import { readParameters, twiceFault } from '../../configuration/reported/readParameters.ts';
import { repeatedNames } from '../../configuration/reported/repeatedNames.ts';
import { type ReadMessage, readMessage } from '../../fleet/ingest/readMessage.ts';

/** A message to be checked: the last segment of its topic, and its bytes. */
interface Given {
  readonly topic: string;
  readonly payload: string;
}

const enveloped = z.object({ topic: z.string(), payload: z.unknown() });

/** Returns the topic of a payload without a topic, derived from its fields. */
function topicOf(value: unknown): string {
  const has = (name: string) => typeof value === 'object' && value !== null && name in value;
  if (has('state')) return 'state';
  if (has('data_group')) return 'data';
  if (has('command_id')) return 'result';
  if (has('file_name')) return 'configuration';
  return has('kind') ? 'log' : has('components') || has('software') || has('device_type') ? 'identity' : 'state';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function givenOf(value: unknown, text: string): Given {
  const { success, data } = enveloped.safeParse(value);
  if (!success) return { topic: topicOf(value), payload: text };
  const payload = typeof data.payload === 'string' ? data.payload : JSON.stringify(data.payload);
  return { topic: data.topic.split('/').at(-1) ?? '', payload };
}

/** Returns the messages in a file: one message, a list of them, or one per line; each as a bare payload or as `{ topic, payload }`. */
export function messagesOf(text: string): readonly Given[] {
  const whole = parsed(text);
  if (Array.isArray(whole)) return whole.map((one: unknown) => givenOf(one, JSON.stringify(one)));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLines = whole === undefined && lines.length > 1 && lines.some((line) => parsed(line) !== undefined);
  return isLines ? lines.map((line) => givenOf(parsed(line), line)) : [givenOf(whole, text)];
}

/** The result of a check: lines for a terminal, and whether the whole message was used. */
export interface Checked {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

/** Returns the parts of a message that are left out; for a configuration file, including those of its parameters, which the server reads later. */
async function lossesOf(read: Extract<ReadMessage, { readonly serial: string }>, payload: string): Promise<readonly NoticeField[]> {
  if (!read.ok || read.kind !== 'configuration') return read.losses;
  const { losses } = await readParameters(Object.entries(read.message.config));
  return [...read.losses, ...losses, ...repeatedNames(payload).map(twiceFault)];
}

async function checkOne({ topic, payload }: Given, index: number, now: number): Promise<Checked> {
  const read = readMessage(`devices/SERIAL/${topic}`, Buffer.from(payload), now);
  const head = `message ${index + 1} (${topic})`;
  if (!('serial' in read)) return { isWhole: false, lines: [`${head}: there is no such topic`] };
  const losses = await lossesOf(read, payload);
  const fields = [
    ...losses.map((field) => ({ word: 'left out', ...field })),
    ...read.remarks.map((field) => ({ word: 'noted', ...field })),
  ];
  const state = !read.ok ? 'nothing of it counts' : losses.length > 0 ? 'read in part' : 'read';
  const lines = fields.map(({ word, field, why, limit }) => `  ${word}: ${field}: ${why}${limit == null ? '' : `, the limit is ${limit}`}`);
  return { isWhole: read.ok && losses.length === 0, lines: [`${head}: ${state}`, ...lines] };
}

/** Checks messages in the same way as the server reads them. `now` in ms since epoch. Source: AGENT1. */
export async function checkMessages(text: string, now: number): Promise<Checked> {
  const results = await Promise.all(messagesOf(text).map((given, index) => checkOne(given, index, now)));
  return { lines: results.flatMap(({ lines }) => lines), isWhole: results.every(({ isWhole }) => isWhole) };
}
