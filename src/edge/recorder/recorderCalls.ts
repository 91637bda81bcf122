/** The calls of a page to its recorder: their names and arguments, and how they are executed or sent. */

import type { Recorder } from '#past/recorder/recorder';
import type { LogPart } from '#streams/recording/logPart';

type Buffers = readonly ArrayBuffer[];
const none = (): Buffers => [];

/** The calls that a page makes to its recorder, on any thread, each with the buffers of its arguments that are transferred instead of copied. */
const recorderCalls = {
  start: none,
  record: ({ runs }: LogPart): Buffers => [runs.buffer],
  clear: none,
  blocks: none,
  block: none,
  timeline: none,
  notes: none,
} satisfies { readonly [Name in keyof Recorder]?: (...args: Parameters<Recorder[Name]>) => Buffers };

/** The name of a call. */
export type RecorderCallName = keyof typeof recorderCalls;

/** The methods of the recorder that a page calls. */
export type RecorderCalls = Pick<Recorder, RecorderCallName>;

/** A call: its name and its arguments. */
export interface RecorderCall {
  readonly name: RecorderCallName;
  readonly args: readonly unknown[];
}

/** Executes a call and returns its result. */
export const callRecorder = (recorder: RecorderCalls, { name, args }: RecorderCall): Promise<unknown> =>
  Reflect.apply(recorder[name], recorder, args);

const isCallName = (name: string): name is RecorderCallName => Object.hasOwn(recorderCalls, name);

type Send = (call: RecorderCall, handedOver: Buffers) => Promise<unknown>;
type Sent = (...args: readonly never[]) => Promise<unknown>;

/** Returns a recorder that sends its calls to the thread on which `callRecorder` executes them. */
export function sendingRecorder(send: Send): RecorderCalls;
export function sendingRecorder(send: Send): Readonly<Record<string, Sent>> {
  const calls = Object.keys(recorderCalls)
    .filter(isCallName)
    .map((name): [string, Sent] => [name, (...args) => send({ name, args }, Reflect.apply(recorderCalls[name], undefined, args))]);
  return Object.fromEntries(calls);
}
