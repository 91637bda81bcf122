/** The frames of a batch: the pushes for each subscription, encoded once for equal subscriptions. */

import { Buffer } from 'node:buffer';
import { addJson, columnFrame } from '#streams/columnFrame/frameBytes';
import type { ReportRow } from '#streams/columnFrame/rowWriter';
import type { ByteWriter } from '#streams/recording/bytes';
import { slotOf } from '../deviceReport.ts';
import type { LiveReport } from '../liveReport.ts';
import { covers } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { textHeader } from '../../platform/broker/webSocketFrames.ts';
import { utf8 } from '../utf8.ts';
import type { ReportRows } from './reportRows.ts';

/**
 * Number of readers above which a frame of few pushes waits for later batches, at most `MAX_HELD_BATCHES` in total: a send costs about as much as
 * twenty pushes in it.
 */
const HOLD_ABOVE_READERS = 20;
const FULL_FRAME = 64;
const MAX_HELD_BATCHES = 3;

/**
 * The formats of frames: the documented messages, one per push, as the bytes of their WebSocket frames; a list of pushes or a column frame, which a console may
 * request.
 */
export type FrameFormat = 'messages' | 'list' | 'columns';

/** A push of a batch. */
export interface Push {
  readonly report: LiveReport;
  readonly organisation: string | null;
  /** The row of the report, once a subscription has needed it; null for a push that is sent as JSON. */
  row: ReportRow | null | undefined;
}

/** A reader's subscription; `key` is equal for equal subscriptions. */
export interface SocketSubscription {
  readonly key: string;
  readonly scope: Scope;
  readonly format: FrameFormat;
  /** Serials of the subscription; null for all visible devices. */
  readonly wanted: ReadonlySet<string> | null;
}

/** The frames of the newest batch; void once the next one begins. */
interface Batch {
  /** Returns the frame for a subscription, encoded once for all equal ones; null when there is nothing to send yet. */
  readonly frameFor: (subscription: SocketSubscription) => Buffer | null;
  /** Returns the slots of earlier batches that had not been sent to a subscription before this one. */
  readonly heldBefore: (subscription: SocketSubscription) => readonly string[];
}

/** Encoder of batches of pushes as frames. */
export interface Frames {
  readonly next: (pushes: readonly Push[], readers: number) => Batch;
  /** Returns the frame for a reader that has received nothing yet; beginning with the next batch, it receives the frames of its subscription. */
  readonly snapshot: (reports: readonly LiveReport[], subscription: SocketSubscription) => Buffer;
}

/** Returns a text that is equal only for equal sets of values, which may be any texts. It starts with a bracket. */
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

/** The reports that have not been sent to a subscription yet, oldest first, and the number of their batches. */
interface Held {
  readonly reports: readonly LiveReport[];
  readonly batches: number;
  /** The column frame of these reports, to which the reports of the next batch are added; null for a subscription that gets JSON. */
  readonly frame: ByteWriter | null;
  /** The reports that the frame holds as JSON. */
  readonly asJson: ReadonlySet<LiveReport>;
}
const none: Held = { reports: [], batches: 0, frame: null, asJson: new Set() };

const isFull = ({ reports, batches }: Held, readers: number) =>
  readers <= HOLD_ABOVE_READERS || reports.length >= FULL_FRAME || batches >= MAX_HELD_BATCHES;

/** Returns these reports as JSON: each as the bytes of a message, or all as one list. */
function jsonFrame(reports: readonly LiveReport[], format: FrameFormat): Buffer {
  const texts = reports.map(({ push }) => push.text());
  if (format === 'list') return Buffer.from(`[${texts.join(',')}]`);
  const contents = texts.map((text) => Buffer.from(text));
  return Buffer.concat(contents.flatMap((content) => [textHeader(content.length), content]));
}

/** Returns the bytes of a frame; small ones use Node's shared memory pool, which is faster than separate memory. */
function bytesOf(frame: ByteWriter): Buffer {
  const bytes = Buffer.allocUnsafe(frame.length());
  frame.copyTo(bytes);
  return bytes;
}

/** The version of the row that every reader of a subscription has, by the number of the device. */
type Versions = (number | undefined)[];

/** Adds a push to a frame whose readers have these versions; returns whether it was added as a row. */
function addPush(frame: ByteWriter, push: Push, versions: Versions, rows: ReportRows): boolean {
  if (push.row === undefined) push.row = rows.of(push.report);
  const { row } = push;
  if (row === null) {
    addJson(frame, push.report.push.text(), utf8);
    return false;
  }
  rows.add(frame, row, versions[row.number] === row.version - 1);
  versions[row.number] = row.version;
  return true;
}

/** The parts that write frames: the rows of reports, and sent frames, whose memory is reused. */
interface Parts {
  readonly rows: ReportRows;
  readonly spare: ByteWriter[];
}

/** Adds pushes to the pending ones of a subscription; `versions` is null for a subscription that gets JSON. */
function joined(former: Held, pushes: readonly Push[], versions: Versions | null, { rows, spare }: Parts): Held {
  const added = pushes.map(({ report }) => report);
  const reports = former.reports.length === 0 ? added : [...former.reports, ...added];
  const batches = former.batches + 1;
  if (versions === null || reports.length === 0) return { ...former, reports, batches };
  const frame = former.frame ?? columnFrame(false, spare.pop());
  const asJson: LiveReport[] = [];
  for (const push of pushes) if (!addPush(frame, push, versions, rows)) asJson.push(push.report);
  return { reports, batches, frame, asJson: asJson.length === 0 ? former.asJson : new Set([...former.asJson, ...asJson]) };
}

/**
 * Returns the pending reports as whole rows: the snapshot of a reader that joins already contains them, and steps must not be applied twice.
 * `versions` are those of the waiting rows; the newest row of a device may belong to a report that is not for this subscription.
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

/** A subscription in the batch with this number. */
interface Sent {
  readonly batch: number;
  readonly versions: Versions | null;
  /** The reports that waited before this batch; `held` has the reports that wait after it. */
  readonly before: Held;
  readonly held: Held;
  /** The subscription's frame of this batch; undefined until a reader needs it. */
  readonly frame: Buffer | null | undefined;
}
const nothingSent: Omit<Sent, 'batch'> = { versions: null, before: none, held: none, frame: undefined };

/** The parts of a batch from which frames are made. */
interface Given {
  readonly number: number;
  readonly readers: number;
  readonly select: ReturnType<typeof createSelection>;
}

/** Returns the state of a subscription in a batch, with its frame, from its state in the previous batch. */
function sentNext({ versions, held }: Omit<Sent, 'batch'>, subscription: SocketSubscription, given: Given, parts: Parts): Sent {
  const { number: batch, readers, select } = given;
  const known = subscription.format === 'columns' ? (versions ?? []) : null;
  const unsent = joined(held, select(subscription), known, parts);
  const next = { batch, versions: known, before: held };
  if (unsent.reports.length === 0) return { ...next, held: none, frame: null };
  if (!isFull(unsent, readers)) return { ...next, held: unsent, frame: null };
  if (unsent.frame === null) return { ...next, held: none, frame: jsonFrame(unsent.reports, subscription.format) };
  parts.spare.push(unsent.frame);
  return { ...next, held: none, frame: bytesOf(unsent.frame) };
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
  const sent = new Map<string, Sent>();
  const parts: Parts = { rows, spare: [] };
  let given: Given = { number: 0, readers: 0, select: createSelection([]) };
  const batch: Batch = {
    frameFor: (subscription) => {
      const { key } = subscription;
      const former = sent.get(key);
      if (former?.batch === given.number && former.frame !== undefined) return former.frame;
      const next = sentNext(former ?? nothingSent, subscription, given, parts);
      sent.set(key, next);
      return next.frame ?? null;
    },
    heldBefore: ({ key }) => {
      const { batch: number, frame, before, held } = sent.get(key) ?? { ...nothingSent, batch: 0 };
      const isSent = number === given.number && frame !== undefined;
      return (isSent ? before : held).reports.map(({ serial, kind }) => slotOf(serial, kind));
    },
  };
  return {
    next: (pushes, readers) => {
      for (const [key, { batch: number }] of sent) if (number < given.number) sent.delete(key);
      given = { number: given.number + 1, readers, select: createSelection(pushes) };
      return batch;
    },
    snapshot: (reports, { key, format }) => {
      if (format !== 'columns') return jsonFrame(reports, format);
      const own: Versions = [];
      const former = sent.get(key);
      const frame = columnFrame(true);
      for (const report of reports) addPush(frame, { report, organisation: null, row: undefined }, own, rows);
      const { versions: others, ...rest } = former?.batch === given.number ? former : { ...nothingSent, batch: given.number };
      const versions = others === null ? own : own.map((version, device) => (others[device] === version ? version : undefined));
      const held = rest.held.reports.length === 0 ? rest.held : asWholeRows(rest.held, others ?? [], rows);
      sent.set(key, { ...rest, versions, held });
      return bytesOf(frame);
    },
  };
}
