/** The frames of a batch: which pushes a subscription receives, encoded once for equal subscriptions. */

import { Buffer } from 'node:buffer';
import { addJson, columnFrame } from '#streams/columnFrame/frameBytes';
import type { ReportRow } from '#streams/columnFrame/rowWriter';
import type { ByteWriter } from '#streams/recording/bytes';
import { slotOf } from '../deviceReport.ts';
import type { LiveReport } from '../liveReport.ts';
import { covers } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { utf8 } from '../utf8.ts';
import type { ReportRows } from './reportRows.ts';

/**
 * Number of readers above which a frame of few pushes waits for later batches, at most `MAX_HELD_BATCHES` in total: a send costs about as much as
 * twenty pushes in it.
 */
const HOLD_ABOVE_READERS = 20;
const FULL_FRAME = 64;
const MAX_HELD_BATCHES = 3;

/** How frames are written: as documented, or as column frames, which a console may ask for. */
export type FrameFormat = 'json' | 'columns';

/** A push of a batch. */
export interface Push {
  readonly report: LiveReport;
  readonly organisation: string | null;
  /** The row of the report, once a subscription needed it; null for a push that is sent as JSON. */
  row?: ReportRow | null;
}

/** A reader's subscription; `key` is equal for equal subscriptions. */
export interface SocketSubscription {
  readonly key: string;
  readonly scope: Scope;
  readonly format: FrameFormat;
  /** Serials of the subscription; null for all visible devices. */
  readonly wanted: ReadonlySet<string> | null;
}

/** The frames of one batch. */
interface Batch {
  /** Returns the frame for a subscription, encoded once for all equal ones; null when there is nothing to send yet. */
  readonly frameFor: (subscription: SocketSubscription) => Buffer | null;
  /** Returns the slots of earlier batches that a subscription had not been sent before this one. */
  readonly heldBefore: (subscription: SocketSubscription) => readonly string[];
}

/** Turns batches of pushes into frames. */
export interface Frames {
  readonly next: (pushes: readonly Push[], readers: number) => Batch;
  /** Returns the frame for a reader that has received nothing yet; beginning with the next batch, it receives the frames of its subscription. */
  readonly snapshot: (reports: readonly LiveReport[], subscription: SocketSubscription) => Buffer;
}

/** Returns a text that is equal for equal sets only, whatever their values: those of a subscription are any texts. Begins with a bracket. */
export const keyOfSet = (values: ReadonlySet<string>): string => JSON.stringify([...values].toSorted());

/** Returns a function that returns the pushes of a batch for a subscription. */
function createSelection(pushes: readonly Push[]) {
  let byOrganisation: ReadonlyMap<string | null, readonly Push[]> | undefined;
  return ({ scope, wanted }: SocketSubscription): readonly Push[] => {
    if (wanted !== null) return pushes.filter(({ report, organisation }) => wanted.has(report.serial) && covers(scope, organisation));
    if (scope === 'all') return pushes;
    const groups = (byOrganisation ??= groupBy(pushes, ({ organisation }) => organisation));
    return [...scope].flatMap((id) => groups.get(id) ?? []);
  };
}

/** The reports that a subscription has not been sent yet, oldest first, and the number of batches they come from. */
interface Held {
  readonly reports: readonly LiveReport[];
  readonly batches: number;
  /** The column frame of these reports, to which those of the next batch are added; null for a subscription that gets JSON. */
  readonly frame: ByteWriter | null;
  /** The reports that it holds as JSON. */
  readonly asJson: ReadonlySet<LiveReport>;
}
const none: Held = { reports: [], batches: 0, frame: null, asJson: new Set() };

const isFull = ({ reports, batches }: Held, readers: number) =>
  readers <= HOLD_ABOVE_READERS || reports.length >= FULL_FRAME || batches >= MAX_HELD_BATCHES;

/** Returns the documented frame of these reports. */
const jsonFrame = (reports: readonly LiveReport[]): Buffer => Buffer.from(`[${reports.map(({ push }) => push.text()).join(',')}]`);

/** Returns the bytes of a frame; small ones share memory of Node, which is faster than memory of their own. */
const bytesOf = (frame: ByteWriter): Buffer => Buffer.from(frame.view());

/** Per device, by its number, the version of its row that every reader of a subscription has. */
type Versions = (number | undefined)[];

/** Adds a push to a frame whose readers have these versions; returns whether as a row. */
function addPush(frame: ByteWriter, push: Pick<Push, 'report' | 'row'>, versions: Versions, rows: ReportRows): boolean {
  const row = (push.row ??= rows.of(push.report));
  if (row === null) {
    addJson(frame, push.report.push.text(), utf8);
    return false;
  }
  rows.add(frame, row, versions[row.number] === row.version - 1);
  versions[row.number] = row.version;
  return true;
}

/** How frames are written: the rows of reports, and frames that were sent, in whose memory others are written. */
interface Parts {
  readonly rows: ReportRows;
  readonly sent: ByteWriter[];
}

/** Returns what a subscription is to be sent when these pushes come to what it waits for; versions are null for one that gets JSON. */
function joined(former: Held, pushes: readonly Push[], versions: Versions | null, { rows, sent }: Parts): Held {
  const added = pushes.map(({ report }) => report);
  const reports = former.reports.length === 0 ? added : [...former.reports, ...added];
  const batches = former.batches + 1;
  if (versions === null || reports.length === 0) return { ...former, reports, batches };
  const frame = former.frame ?? columnFrame(false, sent.pop());
  const asJson = pushes.filter((push) => !addPush(frame, push, versions, rows)).map(({ report }) => report);
  return { reports, batches, frame, asJson: asJson.length === 0 ? former.asJson : new Set([...former.asJson, ...asJson]) };
}

/**
 * Returns what waits, as whole rows: the snapshot of a reader that joins already contains it, and steps must not be applied twice. `versions` are those of the
 * waiting rows; the newest row of a device may be of a report that is not for this subscription.
 */
function asWholeRows(held: Held, versions: Versions, rows: ReportRows): Held {
  const bySlot = new Map(held.reports.map((report) => [slotOf(report.serial, report.kind), report]));
  const reports = [...bySlot.values()];
  if (held.frame === null) return { ...held, reports };
  const frame = columnFrame(false);
  for (const report of reports) {
    const row = held.asJson.has(report) ? undefined : rows.newest(report.serial);
    if (row === undefined || versions[row.number] !== row.version) addJson(frame, report.push.text(), utf8);
    else rows.add(frame, row, false);
  }
  return { ...held, reports, frame };
}

/**
 * Creates the frames of consecutive batches.
 *
 *     report ──► row, made once ──► per subscription: steps, where all its readers have the row before it
 *                                                     the whole row otherwise
 *     snapshot of a reader that joins: whole rows ──► of the others' rows, only those count as known that it has, too
 *
 * A subscription without a reader in a batch is forgotten: its next frame holds whole rows again.
 */
export function createFrames(rows: ReportRows): Frames {
  let held = new Map<string, Held>();
  let known = new Map<string, Versions>();
  const parts: Parts = { rows, sent: [] };
  const send = (frame: ByteWriter): Buffer => {
    parts.sent.push(frame);
    return bytesOf(frame);
  };
  return {
    next: (pushes, readers) => {
      const [heldBefore, knownBefore] = [held, known];
      const [heldAfter, knownAfter] = [new Map<string, Held>(), new Map<string, Versions>()];
      [held, known] = [heldAfter, knownAfter];
      const select = createSelection(pushes);
      const frames = new Map<string, Buffer | null>();
      const create = (subscription: SocketSubscription): Buffer | null => {
        const { key, format } = subscription;
        const former = heldBefore.get(key) ?? none;
        const selected = select(subscription);
        const versions = format === 'json' ? null : (knownBefore.get(key) ?? []);
        if (versions !== null) knownAfter.set(key, versions);
        const unsent = joined(former, selected, versions, parts);
        if (unsent.reports.length === 0) return null;
        if (isFull(unsent, readers)) return unsent.frame === null ? jsonFrame(unsent.reports) : send(unsent.frame);
        heldAfter.set(key, unsent);
        return null;
      };
      return {
        frameFor: (subscription) => {
          const made = frames.get(subscription.key);
          if (made !== undefined) return made;
          const frame = create(subscription);
          frames.set(subscription.key, frame);
          return frame;
        },
        heldBefore: ({ key }) => (heldBefore.get(key) ?? none).reports.map(({ serial, kind }) => slotOf(serial, kind)),
      };
    },
    snapshot: (reports, { key, format }) => {
      if (format === 'json') return jsonFrame(reports);
      const own: Versions = [];
      const others = known.get(key);
      const frame = columnFrame(true);
      for (const report of reports) addPush(frame, { report }, own, rows);
      known.set(key, others === undefined ? own : own.map((version, device) => (others[device] === version ? version : undefined)));
      const waiting = held.get(key);
      if (waiting !== undefined) held.set(key, asWholeRows(waiting, others ?? [], rows));
      return bytesOf(frame);
    },
  };
}
