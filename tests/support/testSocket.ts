import { WebSocket } from 'ws';
import { z } from '#contract/schema';
import { dataFrame, stateFrame, stopAnswer, type ServerPush, type StopAnswer } from '#contract/fleet/socket';
import { until } from './until.ts';

const push = z.union([stateFrame, dataFrame]);
const frame = z.union([z.array(push), push, stopAnswer]);

/** A console's socket in a test: the received pushes, parsed by the contract, and how it ended. */
export interface TestSocket {
  readonly socket: WebSocket;
  readonly pushes: ServerPush[];
  /** Answers to its stops. */
  readonly stopAnswers: StopAnswer[];
  /** Raw text frames. */
  readonly frames: string[];
  /** The close code; null while open. */
  readonly closed: () => number | null;
  /** The HTTP status of a rejected upgrade. */
  readonly refused: () => number | null;
  readonly send: (frame: unknown) => void;
  /** Authenticates and subscribes. */
  readonly begin: (token: string, serials?: readonly string[]) => void;
  readonly statesOf: (serial: string) => Extract<ServerPush, { type: 'state' }>[];
}

/** Opens a socket that offers subprotocols, and collects what it receives, whatever that is. */
export async function openRawSocket(address: string, protocols: readonly string[]) {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/ws`, [...protocols]);
  const frames: (string | Uint8Array)[] = [];
  socket.on('message', (data, isBinary) => {
    if (Buffer.isBuffer(data)) frames.push(isBinary ? new Uint8Array(data) : data.toString());
  });
  socket.on('error', () => undefined);
  await until('an answer to the upgrade', () => socket.readyState !== WebSocket.CONNECTING);
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return {
    socket,
    frames,
    send,
    begin: (token: string) => {
      send({ type: 'authentication', access_token: token });
      send({ type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] });
    },
  };
}

/** Opens a socket to a server; throws for a frame that does not match the contract. `ca` is the certificate that it trusts. */
export async function openSocket(address: string, headers: Readonly<Record<string, string>> = {}, ca?: string): Promise<TestSocket> {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/ws`, { headers, ...(ca === undefined ? {} : { ca }) });
  const pushes: ServerPush[] = [];
  const stopAnswers: StopAnswer[] = [];
  const frames: string[] = [];
  let closed: number | null = null;
  let refused: number | null = null;
  socket.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
    frames.push(text);
    const parsed = frame.parse(JSON.parse(text));
    if ('type' in parsed && parsed.type === 'stop') stopAnswers.push(parsed);
    else pushes.push(...(Array.isArray(parsed) ? parsed : [parsed]));
  });
  socket.on('close', (code) => (closed = code));
  socket.on('unexpected-response', (_request, reply) => {
    refused = reply.statusCode ?? 0;
    socket.terminate();
  });
  socket.on('error', () => undefined);
  await until('an answer to the upgrade', () => socket.readyState !== WebSocket.CONNECTING);
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    socket,
    pushes,
    stopAnswers,
    frames,
    closed: () => closed,
    refused: () => refused,
    send,
    begin: (token, serials = []) => {
      send({ type: 'authentication', access_token: token });
      send({ type: 'subscribe', subscription_type: 'UPDATE', device_serials: serials });
    },
    statesOf: (serial) => pushes.filter((one) => one.type === 'state').filter((one) => one.serial === serial),
  };
}
