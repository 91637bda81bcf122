import { Buffer } from 'node:buffer';
import type { ServerPush } from '#contract/fleet/socket';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { slotOf, type DeviceReport } from '../deviceReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { covers, readableSince, type Scope } from '../../locations/visibility.ts';
import { createFrames, type Encoded, keyOfSet, type Subscription } from './frames.ts';

/** Interval of push batches in ms; a batch holds only the newest push per slot. */
const BATCH_MS = 100;
/** A socket with more buffered bytes than this is skipped until the buffer drains; then it receives a snapshot. */
const SKIP_ABOVE_BYTES = 1_048_576;
const CUT_ABOVE_BYTES = 8_388_608;
/** A socket skipped for more batches than this (30 s) is closed. */
const CUT_AFTER_SKIPS = 300;

/** A subscribed socket. */
export interface Reader {
  readonly scope: () => Scope;
  /** Serials of the subscription; null for all visible devices. */
  readonly wanted: ReadonlySet<string> | null;
  readonly unreadBytes: () => number;
  /** Sends the bytes of a text frame; readers of the same frame share them. */
  readonly send: (frame: Buffer) => void;
  /** Closes the socket as too slow. */
  readonly cut: () => void;
}

interface FanOutParts {
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly gauges: Gauges;
}

/** Sends pushes to the readers that may see them. Each push is serialised once, and a frame is encoded once for all readers with equal subscriptions. */
export interface FanOut {
  readonly take: (reports: readonly DeviceReport[]) => void;
  /** Subscribes a reader and sends it a snapshot. The same key replaces the former subscription. */
  readonly add: (key: object, reader: Reader) => void;
  readonly remove: (key: object) => void;
  readonly close: () => void;
}

interface Registered {
  readonly reader: Reader;
  /** Equal for readers that want the same devices. */
  readonly wantedKey: string;
  /** Of the last batch; null before the first. */
  subscription: Subscription | null;
  missed: Set<string>;
  skips: number;
}

/** Returns the snapshot for a reader: the newest state of each visible connected device, and the data groups in `missed`. */
function presentFor(reader: Reader, missed: ReadonlySet<string>, { live, registry }: FanOutParts): readonly ServerPush[] {
  const scope = reader.scope();
  const isSeen = (serial: string) =>
    (reader.wanted === null || reader.wanted.has(serial)) && covers(scope, registry.organisationOfDevice(serial) ?? null);
  const own = (serial: string) => live.since(readableSince(scope, registry, serial));
  const states = [...live.serials()]
    .filter((serial) => live.isConnected(serial) && isSeen(serial) && own(serial).isConnected(serial))
    .map((serial) => live.newest(serial)?.frame);
  const data = [...missed]
    .map(live.bySlot)
    .filter((push) => push?.type === 'data' && isSeen(push.serial))
    .map((push) => (push?.type === 'data' ? own(push.serial).data(push.serial, push.data_group) : undefined));
  return [...states, ...data].filter((push) => push !== undefined);
}

/** Starts the batch timer. */
export function startFanOut(parts: FanOutParts): FanOut {
  const { registry, gauges } = parts;
  const pending = new Map<string, ServerPush>();
  const readers = new Map<object, Registered>();
  const frames = createFrames();

  const showPresent = (reader: Reader, missed: ReadonlySet<string>) => {
    const present = presentFor(reader, missed, parts);
    if (present.length > 0) reader.send(Buffer.from(JSON.stringify(present)));
  };

  const skip = (registered: Registered, slots: readonly string[]) => {
    registered.skips += 1;
    for (const slot of slots) registered.missed.add(slot);
    gauges.skipped.inc();
    if (registered.skips > CUT_AFTER_SKIPS || registered.reader.unreadBytes() > CUT_ABOVE_BYTES) registered.reader.cut();
  };

  /** Returns whose people are sent a push: not those of an owner who got the device since it was received. */
  const ownerOf = (push: ServerPush): string | null => {
    const owner = registry.organisationOfDevice(push.serial) ?? null;
    const since = owner === null ? null : readableSince(new Set([owner]), registry, push.serial);
    if (since === null || since === Number.NEGATIVE_INFINITY) return owner;
    const own = parts.live.since(since);
    const newest = push.type === 'state' ? own.newest(push.serial) : own.data(push.serial, push.data_group);
    return newest === undefined ? null : owner;
  };

  const flush = () => {
    const entries = [...pending].map(([slot, push]): Encoded => ({
      slot,
      serial: push.serial,
      organisation: ownerOf(push),
      text: JSON.stringify(push),
    }));
    pending.clear();
    const batch = frames.next(entries, readers.size);
    for (const registered of readers.values()) {
      const { reader, wantedKey, subscription: former, skips } = registered;
      const scope = reader.scope();
      const subscription = { key: `${scope === 'all' ? scope : keyOfSet(scope)}\n\n${wantedKey}`, scope, wanted: reader.wanted };
      registered.subscription = subscription;
      const unsent = () => [...entries.map(({ slot }) => slot), ...(former === null ? [] : batch.heldBefore(former))];
      if (reader.unreadBytes() > SKIP_ABOVE_BYTES) {
        skip(registered, unsent());
      } else if (skips > 0 || (former !== null && former.key !== subscription.key)) {
        const { missed } = registered;
        registered.missed = new Set();
        registered.skips = 0;
        showPresent(reader, new Set([...missed, ...unsent()]));
      } else {
        const frame = batch.frameFor(subscription);
        if (frame !== null) reader.send(frame);
      }
    }
  };
  const timer = setInterval(flush, BATCH_MS);
  return {
    take: (reports) => {
      for (const report of reports) pending.set(slotOf(report), report.push);
    },
    add: (key, reader) => {
      const wantedKey = reader.wanted === null ? 'all' : keyOfSet(reader.wanted);
      readers.set(key, { reader, wantedKey, subscription: null, missed: new Set(), skips: 0 });
      showPresent(reader, new Set());
    },
    remove: (key) => readers.delete(key),
    close: () => clearInterval(timer),
  };
}
