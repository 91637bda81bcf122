/** Sends pushes to the open sockets: first a snapshot, then a batch every 100 ms to the readers that may see it; slow readers are skipped, then closed. */

import type { Buffer } from 'node:buffer';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { slotOf } from '../deviceReport.ts';
import type { LiveReport } from '../liveReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { covers, readableSince } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { everyTimer, type SetInterval } from '../../platform/timers.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import { createFrames, type FrameFormat, type Frames, keyOfSet, type SocketSubscription } from './frames.ts';
import { createReportRows } from './reportRows.ts';

/** Interval of push batches in ms; a batch holds only the newest push per slot. */
const BATCH_MS = 100;
/** A socket with more buffered bytes than this, besides its snapshot, is skipped until the buffer drains; then it receives a snapshot. */
const SKIP_ABOVE_BYTES = 1_048_576;
/** The next snapshot of a socket waits until no more than this is buffered. */
const SNAPSHOT_ABOVE_BYTES = 16_384;
const CUT_ABOVE_BYTES = 8_388_608;
/** A socket that was skipped for this many batches (30 s), in which less than `SKIP_ABOVE_BYTES` of its buffer drained, is closed. */
const CUT_AFTER_SKIPS = 300;

/** A subscribed socket. */
export interface Reader {
  /** The user of the reader; the sockets of a user share an allowance of snapshots. */
  readonly person: string;
  readonly scope: () => Scope;
  /** Serials of the subscription; null for all visible devices. */
  readonly wanted: ReadonlySet<string> | null;
  readonly format: FrameFormat;
  readonly unreadBytes: () => number;
  /** Sends the bytes of a frame; readers of the same frame share them. */
  readonly send: (frame: Buffer) => void;
  /** Closes the socket as too slow. */
  readonly cut: () => void;
}

interface FanOutParts {
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly gauges: Gauges;
  /** Default: a timer of this process. */
  readonly every?: SetInterval;
}

/** Sender of the texts of pushes to the readers that may see them. A frame is encoded once for all readers with equal subscriptions. */
export interface FanOut {
  readonly push: (reports: readonly LiveReport[]) => void;
  /** Subscribes a reader, which is sent a snapshot soon. The same key replaces the previous subscription. */
  readonly add: (key: object, reader: Reader) => void;
  readonly remove: (key: object) => void;
  readonly close: () => void;
}

interface Registered {
  readonly reader: Reader;
  /** Equal for readers that want the same devices. */
  readonly wantedKey: string;
  /** The slots of the last batch; null before the first. */
  subscription: SocketSubscription | null;
  missed: Set<string>;
  skips: number;
  /** Bytes that were buffered after the last snapshot was sent, and the bytes of the frames since. */
  snapshotBytes: number;
  sentBytes: number;
  /** Bytes that were buffered when the reader was first skipped, or 30 s later. */
  unreadBefore: number;
  /** Whether a snapshot is pending, which will contain the reports that arrive before it is sent. */
  isWaiting: boolean;
}

/** Returns the snapshot for a reader: the newest state of each visible connected device, and the data groups in `missed`. */
function presentFor(reader: Reader, missed: ReadonlySet<string>, { live, registry }: FanOutParts): readonly LiveReport[] {
  const scope = reader.scope();
  const isSeen = (serial: string) =>
    (reader.wanted === null || reader.wanted.has(serial)) && covers(scope, registry.organisationOfDevice(serial) ?? null);
  const states = [...live.serials()].filter((serial) => live.isConnected(serial) && isSeen(serial)).map(live.newest);
  const data = [...missed].map(live.dataBySlot).filter((report) => report !== undefined && isSeen(report.serial));
  return [...states, ...data]
    .filter((report) => report !== undefined)
    .filter(({ serial, receivedAt }) => receivedAt >= readableSince(scope, registry, serial));
}

/** Returns the current subscription of a reader; the same object as before if nothing has changed, since this runs for each batch. */
function subscriptionOf({ reader, wantedKey, subscription: former }: Registered): SocketSubscription {
  const scope = reader.scope();
  if (former !== null && former.scope === scope) return former;
  const { format, wanted } = reader;
  return { key: `${format}\n\n${scope === 'all' ? scope : keyOfSet(scope)}\n\n${wantedKey}`, scope, wanted, format };
}

/** Returns whether a report is sent to consoles: a report that repeats the newest state of a disconnected device would make the device live there. */
function isShown({ serial, presentAt, control, leftAt }: LiveReport, live: LiveReports): boolean {
  if (presentAt !== undefined) return false;
  return (control === undefined && leftAt === undefined) || live.isConnected(serial);
}

/** Returns the organisation whose users are sent a report; null if the organisation got the device only after the report was received. */
function ownerOf(registry: OwnershipRegistry, { serial, receivedAt }: LiveReport): string | null {
  const owner = registry.organisationOfDevice(serial) ?? null;
  const hadOthers = (registry.servicesOf(serial)?.length ?? 0) > 1;
  return owner === null || !hadOthers || receivedAt >= readableSince(new Set([owner]), registry, serial) ? owner : null;
}

/** Requests the snapshot of a reader, which is created in its turn, once there is room for it. */
function requestSnapshot(
  key: object,
  registered: Registered,
  parts: FanOutParts & { readonly snapshots: Snapshots; readonly frames: Frames },
): void {
  const { snapshots, frames } = parts;
  registered.isWaiting = true;
  const { reader } = registered;
  snapshots.request(key, {
    person: reader.person,
    isReady: () => reader.unreadBytes() <= SNAPSHOT_ABOVE_BYTES,
    send: () => {
      const present = presentFor(reader, registered.missed, parts);
      registered.missed = new Set();
      registered.skips = 0;
      registered.isWaiting = false;
      registered.subscription = subscriptionOf(registered);
      if (present.length > 0 || reader.format === 'columns') reader.send(frames.snapshot(present, registered.subscription));
      registered.snapshotBytes = reader.unreadBytes();
      registered.sentBytes = 0;
    },
  });
}

/**
 * Returns the number of buffered bytes of a reader beyond its last snapshot. Over a slow line, a large snapshot takes seconds during which the reader does not
 * fall behind: a reader that is skipped for that would be sent another snapshot, and so on.
 */
const behindBytes = ({ snapshotBytes, sentBytes }: Registered, unread: number): number =>
  unread - Math.min(snapshotBytes, Math.max(0, unread - sentBytes));

/** Skips a batch for a reader that does not keep up, and disconnects one that has fallen too far behind or hardly reads. */
function skip(registered: Registered, slots: readonly string[], unread: number, gauges: Gauges): void {
  registered.skips += 1;
  for (const slot of slots) registered.missed.add(slot);
  gauges.skipped.inc();
  if (registered.skips === 1) registered.unreadBefore = unread;
  const isOver = registered.skips % CUT_AFTER_SKIPS === 0;
  const isStuck = isOver && registered.unreadBefore - unread < SKIP_ABOVE_BYTES;
  if (isOver) registered.unreadBefore = unread;
  if (isStuck || behindBytes(registered, unread) > CUT_ABOVE_BYTES) registered.reader.cut();
}

/** Starts the batch timer. */
export function startFanOut(parts: FanOutParts): FanOut {
  const { registry, gauges, every = everyTimer } = parts;
  const pending = new Map<string, LiveReport>();
  const readers = new Map<object, Registered>();
  const frames = createFrames(createReportRows());
  const snapshots = createSnapshots((work) => void setImmediate(work));

  const flush = () => {
    const slots = [...pending.keys()];
    const pushes = [...pending.values()].map((report) => ({ report, organisation: ownerOf(registry, report), row: undefined }));
    pending.clear();
    const batch = frames.next(pushes, readers.size);
    for (const [key, registered] of readers) {
      const { reader, subscription: former, skips } = registered;
      const subscription = subscriptionOf(registered);
      registered.subscription = subscription;
      const unsent = () => [...slots, ...(former === null ? [] : batch.heldBefore(former))];
      const unread = reader.unreadBytes();
      if (behindBytes(registered, unread) > SKIP_ABOVE_BYTES) {
        skip(registered, unsent(), unread, gauges);
      } else if (registered.isWaiting || skips > 0 || (former !== null && former.key !== subscription.key)) {
        for (const slot of unsent()) registered.missed.add(slot);
        if (!registered.isWaiting) requestSnapshot(key, registered, { ...parts, snapshots, frames });
      } else {
        const frame = batch.frameFor(subscription);
        if (frame === null) continue;
        reader.send(frame);
        registered.sentBytes += frame.length;
      }
    }
    snapshots.renew();
  };
  const stop = every(BATCH_MS, flush);
  return {
    push: (reports) => {
      for (const report of reports) if (isShown(report, parts.live)) pending.set(slotOf(report.serial, report.kind), report);
    },
    add: (key, reader) => {
      const wantedKey = reader.wanted === null ? 'all' : keyOfSet(reader.wanted);
      const former = readers.get(key) ?? { missed: new Set<string>(), skips: 0, snapshotBytes: 0, sentBytes: 0, unreadBefore: 0 };
      const registered: Registered = { ...former, reader, wantedKey, subscription: null, isWaiting: true };
      readers.set(key, registered);
      requestSnapshot(key, registered, { ...parts, snapshots, frames });
    },
    remove: (key) => {
      readers.delete(key);
      snapshots.forget(key);
    },
    close: stop,
  };
}
