import type { ServerPush } from '#contract/socket';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { slotOf, type DeviceReport } from '../deviceReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { covers, type Scope } from '../../locations/visibility.ts';

/** Pushes go out together, so many ms apart; of one device only the newest. */
const BATCH_MS = 100;
/** A console with more unread bytes than this is skipped until it has read them, and is then shown the present. */
const SKIP_ABOVE_BYTES = 1_048_576;
const CUT_ABOVE_BYTES = 8_388_608;
/** A console that reads nothing for so many batches (30 s) is cut. */
const CUT_AFTER_SKIPS = 300;

/** A console that wants pushes. */
export interface Reader {
  readonly scope: () => Scope;
  /** The devices it asked for; null for all it may see. */
  readonly wanted: ReadonlySet<string> | null;
  readonly unreadBytes: () => number;
  readonly send: (text: string) => void;
  /** Ends it as too slow. */
  readonly cut: () => void;
}

interface Encoded {
  readonly slot: string;
  readonly serial: string;
  readonly organisation: string | null;
  readonly text: string;
}

interface FanOutParts {
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly gauges: Gauges;
}

/** Gives every reader what it may see, each push encoded once and each organisation's batch joined once. */
export interface FanOut {
  readonly take: (reports: readonly DeviceReport[]) => void;
  /** Begins with the present. Calling it again with the same key replaces what was asked. */
  readonly add: (key: object, reader: Reader) => void;
  readonly remove: (key: object) => void;
  readonly close: () => void;
}

const frameOf = (texts: readonly string[]) => `[${texts.join(',')}]`;

/** The joined texts of one batch, made when first asked for. */
function createBatch(entries: readonly Encoded[]) {
  const joined = new Map<string, string>();
  const join = (key: string, chosen: (entry: Encoded) => boolean) => {
    const known = joined.get(key);
    if (known !== undefined) return known;
    const texts = entries.filter(chosen).map(({ text }) => text);
    const frame = texts.length === 0 ? '' : frameOf(texts);
    joined.set(key, frame);
    return frame;
  };
  return ({ scope, wanted }: Reader): readonly string[] => {
    const seen = scope();
    if (wanted !== null) {
      const texts = entries.filter(({ serial, organisation }) => wanted.has(serial) && covers(seen, organisation)).map(({ text }) => text);
      return texts.length === 0 ? [] : [frameOf(texts)];
    }
    if (seen === 'all') return [join('all', () => true)];
    return [...seen].map((id) => join(`in ${id}`, ({ organisation }) => organisation === id));
  };
}

/** What the reader would know had it read everything: the newest state of each connected device, and the data groups it missed. */
function presentFor(reader: Reader, missed: ReadonlySet<string>, { live, registry }: FanOutParts): readonly ServerPush[] {
  const scope = reader.scope();
  const isSeen = (serial: string) =>
    (reader.wanted === null || reader.wanted.has(serial)) && covers(scope, registry.organisationOfDevice(serial) ?? null);
  const states = [...live.serials()]
    .filter((serial) => live.isConnected(serial) && isSeen(serial))
    .map((serial) => live.newest(serial)?.frame);
  const data = [...missed].map(live.bySlot).filter((push) => push?.type === 'data' && isSeen(push.serial));
  return [...states, ...data].filter((push) => push !== undefined);
}

/** Starts the beat of batches. */
export function startFanOut(parts: FanOutParts): FanOut {
  const { registry, gauges } = parts;
  const pending = new Map<string, ServerPush>();
  const readers = new Map<object, { reader: Reader; missed: Set<string>; skips: number }>();

  const showPresent = (reader: Reader, missed: ReadonlySet<string>) => {
    const present = presentFor(reader, missed, parts);
    if (present.length > 0) reader.send(JSON.stringify(present));
  };

  const skip = (registered: { reader: Reader; missed: Set<string>; skips: number }, entries: readonly Encoded[]) => {
    registered.skips += 1;
    for (const { slot } of entries) registered.missed.add(slot);
    gauges.skipped.inc();
    if (registered.skips > CUT_AFTER_SKIPS || registered.reader.unreadBytes() > CUT_ABOVE_BYTES) registered.reader.cut();
  };

  const flush = () => {
    const entries = [...pending].map(([slot, push]): Encoded => ({
      slot,
      serial: push.serial,
      organisation: registry.organisationOfDevice(push.serial) ?? null,
      text: JSON.stringify(push),
    }));
    pending.clear();
    const framesFor = createBatch(entries);
    for (const registered of readers.values()) {
      if (registered.reader.unreadBytes() > SKIP_ABOVE_BYTES) {
        skip(registered, entries);
      } else if (registered.skips > 0) {
        const { missed } = registered;
        registered.missed = new Set();
        registered.skips = 0;
        showPresent(registered.reader, new Set([...missed, ...entries.map(({ slot }) => slot)]));
      } else if (entries.length > 0) {
        for (const frame of framesFor(registered.reader)) if (frame !== '') registered.reader.send(frame);
      }
    }
  };
  const timer = setInterval(flush, BATCH_MS);
  return {
    take: (reports) => {
      for (const report of reports) pending.set(slotOf(report), report.push);
    },
    add: (key, reader) => {
      readers.set(key, { reader, missed: new Set(), skips: 0 });
      showPresent(reader, new Set());
    },
    remove: (key) => readers.delete(key),
    close: () => clearInterval(timer),
  };
}
