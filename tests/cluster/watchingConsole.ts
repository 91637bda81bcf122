import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { JSON_PROTOCOL } from '#contract/fleet/socket';
import type { Operator } from './operator.ts';

/** A console that connects again at once, as the real one does. */
export interface WatchingConsole {
  /** Whether it has received a state of each of these devices that was reported since, by the clock of the devices. */
  readonly isSince: (at: number, serials: readonly string[]) => boolean;
  /** How many of its newest reports were dated more than a second before they were made, or after they were received. */
  readonly misdated: () => number;
  /** How often it has connected. */
  readonly connected: () => number;
  readonly stop: () => Promise<void>;
}

/** How a report's own time stands in a frame; frames are not parsed, since a thousand devices send many. */
const REPORTED = '"current_pose_x":';
const SERIAL = '"serial":"';
const RETRY_MS = 200;
const LOOK_MS = 50;

const DATED = '"timestamp":"';
const TOLERANCE_MS = 1_000;

/** Returns the time in ms that a frame holds in seconds from this place on. */
const msAt = (frame: string, from: number) => Math.round(Number.parseFloat(frame.slice(from, from + 16)) * 1_000);

/** Returns when the last report in a frame was made, and the date that the server gave it; null without one. */
function lastReportIn(frame: string): { readonly madeAt: number; readonly datedAt: number } | null {
  const at = frame.lastIndexOf(REPORTED);
  const dated = frame.lastIndexOf(DATED, at);
  if (at === -1 || dated === -1) return null;
  const from = dated + DATED.length;
  const madeAt = msAt(frame, at + REPORTED.length);
  return { madeAt, datedAt: Date.parse(frame.slice(from, frame.indexOf('"', from))) };
}

/** Notes when the newest report of each device in a frame was made. */
function noteNewest(newest: Map<string, number>, frame: string): void {
  for (let at = frame.indexOf(SERIAL); at !== -1; at = frame.indexOf(SERIAL, at + 1)) {
    const from = at + SERIAL.length;
    const made = frame.indexOf(REPORTED, from);
    if (made === -1) return;
    newest.set(frame.slice(from, frame.indexOf('"', from)), msAt(frame, made + REPORTED.length));
  }
}

/** Opens a socket through the load balancer, and again when it ends. */
export function startConsole(url: string, operator: Operator): WatchingConsole {
  const closing = new AbortController();
  const newest = new Map<string, number>();
  let [misdated, connected] = [0, 0];
  const note = (frame: string) => {
    noteNewest(newest, frame);
    const report = lastReportIn(frame);
    if (report === null) return;
    if (report.datedAt < report.madeAt - TOLERANCE_MS || report.datedAt > Date.now() + TOLERANCE_MS) misdated += 1;
  };
  const follow = async (socket: WebSocket) => {
    let token = '';
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) note(data.toString());
    });
    while (!closing.signal.aborted && socket.readyState !== WebSocket.CLOSED) {
      if (socket.readyState === WebSocket.OPEN && token !== operator.token()) {
        const isFirst = token === '';
        token = operator.token();
        if (isFirst) connected += 1;
        socket.send(JSON.stringify({ type: 'authentication', access_token: token }));
        if (isFirst) socket.send(JSON.stringify({ type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] }));
      }
      await sleep(LOOK_MS);
    }
    socket.terminate();
  };
  const watch = async () => {
    while (!closing.signal.aborted) {
      await follow(new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, [JSON_PROTOCOL]));
      if (!closing.signal.aborted) await sleep(RETRY_MS);
    }
  };
  const watching = watch();
  return {
    isSince: (at, serials) => serials.every((serial) => (newest.get(serial) ?? 0) > at),
    misdated: () => misdated,
    connected: () => connected,
    stop: async () => {
      closing.abort();
      await watching;
    },
  };
}
