/** A process of `bench:load`: console sockets that measure the age of the reports that arrive. */

import { WebSocket } from 'ws';
import { JSON_PROTOCOL } from '#contract/fleet/socket';
import { z } from '#contract/schema';

/** Consoles in a separate process: they subscribe to every device and measure the age of the reports that they receive. */

/** The messages to the process: the consoles to open, a renewed token, and the start and end of a measurement. */
export const consolesMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), url: z.string(), count: z.number(), token: z.string() }),
  z.object({ kind: z.literal('token'), token: z.string() }),
  z.object({ kind: z.literal('begin') }),
  z.object({ kind: z.literal('end') }),
]);

/** The answer to `end`: ages in ms of the reports in every tenth frame, and the bytes of all frames. */
export const consolesFigures = z.object({ open: z.number(), p50: z.number(), p99: z.number(), reports: z.number(), bytes: z.number() });

const REPORTED = Buffer.from('"current_pose_x":');
const DIGITS = 13;
/** Measuring every frame would take CPU time that the servers on this machine need. */
const LOOK_AT_EVERY = 10;

const sockets: WebSocket[] = [];
let [frames, bytes] = [0, 0];
let ages: number[] = [];
let token = '';

function note(frame: Buffer): void {
  frames += 1;
  bytes += frame.length;
  if (frames % LOOK_AT_EVERY !== 0) return;
  const now = Date.now();
  for (let at = frame.indexOf(REPORTED); at !== -1; at = frame.indexOf(REPORTED, at + DIGITS)) {
    const from = at + REPORTED.length;
    ages.push(now - Number(frame.toString('latin1', from, from + DIGITS)));
  }
}

const authenticate = (socket: WebSocket) => socket.send(JSON.stringify({ type: 'authentication', access_token: token }));

function open(url: string): void {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, [JSON_PROTOCOL], { perMessageDeflate: false });
  sockets.push(socket);
  socket.on('open', () => {
    authenticate(socket);
    socket.send(JSON.stringify({ type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] }));
  });
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) note(data);
  });
  socket.on('error', (error) => process.stderr.write(`console: ${error.message}\n`));
  socket.on('close', (code) => process.stderr.write(`console: closed with ${code}\n`));
}

const part = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? -1;

function figures(): z.infer<typeof consolesFigures> {
  const sorted = ages.toSorted((a, b) => a - b);
  const isOpen = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  return { open: isOpen, p50: part(sorted, 0.5), p99: part(sorted, 0.99), reports: sorted.length * LOOK_AT_EVERY, bytes };
}

process.on('message', (given) => {
  const message = consolesMessage.parse(given);
  if (message.kind === 'end') process.send?.(figures());
  if (message.kind === 'begin') [frames, bytes, ages] = [0, 0, []];
  if (message.kind === 'open') {
    token = message.token;
    for (let index = 0; index < message.count; index += 1) open(message.url);
  }
  if (message.kind === 'token') {
    token = message.token;
    sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).forEach(authenticate);
  }
});
process.once('disconnect', () => process.exit(0));
