/** The newest messages and connection changes of devices, in memory, for the Connection page. */

import { Buffer } from 'node:buffer';
import type { ConnectionChange, ReceivedMessage } from '#contract/devices/deviceConnection';
import type { NoticeField } from '#contract/fleet/notice';
import { redact } from '#domain/text/redact';
import { textOf } from './ingest/reading/looseJson.ts';
import { storableText } from './ingest/reading/looseValues.ts';

/** Maximum number of remembered messages and connections of a device. */
const MAX_MESSAGES = 30;
const MAX_CONNECTIONS = 50;
/** Remembered length of a message, in bytes. */
const KEPT_BYTES = 2_048;
/** Maximum number of remembered devices, which limits the messages to 60 MB. Beyond it, watched devices replace others. */
const MAX_DEVICES = 1_000;
/** Maximum number of remembered fields of a message. */
const MAX_FIELDS = 50;

/** A message that is being handled. */
export interface OpenMessage {
  /** Records the fields that were left out or noted, and whether any part of the message was used. */
  readonly read: (outcome: {
    readonly isDropped: boolean;
    readonly losses: readonly NoticeField[];
    readonly remarks: readonly NoticeField[];
  }) => void;
  readonly refused: (reason: string) => void;
  readonly acknowledged: (at: number) => void;
}

interface Kept {
  readonly receivedAt: number;
  readonly topic: string;
  readonly size: number;
  readonly begin: Buffer;
  outcome: 'read' | 'partly' | 'dropped';
  reason: string | null;
  losses: readonly NoticeField[];
  remarks: readonly NoticeField[];
  acknowledgedAt: number | null;
}

interface Device {
  readonly messages: Kept[];
  readonly connections: ConnectionChange[];
  isWatched: boolean;
}

/** The known traffic of a device. */
export interface Traffic {
  readonly messages: readonly ReceivedMessage[];
  readonly connections: readonly ConnectionChange[];
}

/** The newest messages and connections of devices, in the memory of the instance that receives them. */
export interface DeviceTraffic {
  /** Start of the recording, in ms since epoch; earlier traffic is unknown. */
  readonly knownSince: number;
  /** Begins the record of a message; undefined if its device is not remembered. */
  readonly begin: (serial: string, topic: string, payload: Buffer, receivedAt: number) => OpenMessage | undefined;
  /** Called for a message that was read successfully but rejected when it was to be stored. */
  readonly notTaken: (message: {
    readonly serial: string;
    readonly kind: string;
    readonly receivedAt: number;
    readonly why: string;
  }) => void;
  readonly connection: (serial: string, change: ConnectionChange) => void;
  /** Returns the known traffic, newest first, and remembers the device from now on. */
  readonly of: (serial: string) => Traffic;
}

const noMore = (entries: unknown[], most: number) => void (entries.length > most && entries.shift());

/**
 * Drops a message if there are too many: the oldest one of the largest group, where messages are grouped by topic and by whether they were read completely.
 * Otherwise, one state per second would displace all other messages.
 */
function forgetOne(messages: Kept[]): void {
  if (messages.length <= MAX_MESSAGES) return;
  const counts = new Map<string, number>();
  const groups = messages.map(({ topic, outcome }) => (outcome === 'read' ? topic : `${topic} ${outcome}`));
  for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  const most = Math.max(...counts.values());
  messages.splice(
    groups.findIndex((group) => counts.get(group) === most),
    1,
  );
}

const shown = (kept: Kept): ReceivedMessage => ({
  received_at: new Date(kept.receivedAt).toISOString(),
  topic: kept.topic,
  size: kept.size,
  payload: redact(storableText(textOf(kept.begin)), KEPT_BYTES),
  outcome: kept.outcome,
  reason: kept.reason,
  losses: [...kept.losses],
  remarks: [...kept.remarks],
  acknowledged_ms: kept.acknowledgedAt === null ? null : Math.max(0, kept.acknowledgedAt - kept.receivedAt),
});

const newMessage = (topic: string, payload: Buffer, receivedAt: number): Kept => ({
  receivedAt,
  topic,
  size: payload.length,
  begin: Buffer.from(payload.subarray(0, KEPT_BYTES)),
  outcome: 'read',
  reason: null,
  losses: [],
  remarks: [],
  acknowledgedAt: null,
});

const openMessage = (kept: Kept): OpenMessage => ({
  read: ({ isDropped, losses, remarks }) => {
    kept.losses = losses.slice(0, MAX_FIELDS);
    kept.remarks = remarks.slice(0, MAX_FIELDS);
    kept.outcome = isDropped ? 'dropped' : losses.length > 0 ? 'partly' : 'read';
  },
  refused: (reason) => {
    kept.outcome = 'dropped';
    kept.reason = reason;
  },
  acknowledged: (at) => {
    kept.acknowledgedAt = at;
  },
});

/** Returns the record of a device, creating it if there is room; a watched device replaces an unwatched one. */
function rememberedIn(devices: Map<string, Device>, serial: string, isWatched: boolean): Device | undefined {
  const found = devices.get(serial);
  if (found !== undefined) {
    found.isWatched ||= isWatched;
    return found;
  }
  if (devices.size >= MAX_DEVICES) {
    const unwatched = isWatched ? [...devices].find(([, one]) => !one.isWatched)?.[0] : undefined;
    if (unwatched === undefined) return undefined;
    devices.delete(unwatched);
  }
  const device: Device = { messages: [], connections: [], isWatched };
  devices.set(serial, device);
  return device;
}

/** Creates an empty memory. */
export function createDeviceTraffic(now: () => number): DeviceTraffic {
  const devices = new Map<string, Device>();
  return {
    knownSince: now(),
    begin: (serial, topic, payload, receivedAt) => {
      const device = rememberedIn(devices, serial, false);
      if (device === undefined) return undefined;
      const kept = newMessage(topic, payload, receivedAt);
      device.messages.push(kept);
      forgetOne(device.messages);
      return openMessage(kept);
    },
    notTaken: ({ serial, kind, receivedAt, why }) => {
      const isIt = ({ topic, outcome, ...one }: Kept) => topic === kind && outcome !== 'dropped' && one.receivedAt === receivedAt;
      const kept = devices.get(serial)?.messages.find(isIt);
      if (kept === undefined) return;
      kept.outcome = 'dropped';
      kept.reason = why;
    },
    connection: (serial, change) => {
      const connections = rememberedIn(devices, serial, false)?.connections;
      if (connections === undefined) return;
      connections.push(change);
      noMore(connections, MAX_CONNECTIONS);
    },
    of: (serial) => {
      const { messages = [], connections = [] } = rememberedIn(devices, serial, true) ?? {};
      return { messages: messages.toReversed().map(shown), connections: connections.toReversed() };
    },
  };
}
