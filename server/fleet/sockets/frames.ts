/** The frames of a batch: which pushes a subscription receives, encoded once for equal subscriptions. */

import { Buffer } from 'node:buffer';
import { columnFrame, jsonItem } from '#streams/columnFrame/frameBytes';
import type { ReportRow } from '#streams/columnFrame/rowWriter';
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

/** Returns a text that is equal for equal sets. */
export const keyOfSet = (values: ReadonlySet<string>): string => [...values].toSorted().join('\n');

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

/** A push on its way to the readers of a subscription. */
interface Item {
  readonly report: LiveReport;
  /** The item of the push in a column frame. */
  readonly bytes?: Uint8Array | undefined;
  /** Whether that is a row. */
  readonly isRow?: boolean;
}

/** The items that a subscription has not been sent yet, oldest first, and the number of batches they come from. */
interface Held {
  readonly items: readonly Item[];
  readonly batches: number;
}
const none: Held = { items: [], batches: 0 };

const isFull = ({ items, batches }: Held, readers: number) =>
  readers <= HOLD_ABOVE_READERS || items.length >= FULL_FRAME || batches >= MAX_HELD_BATCHES;

/** Returns the documented frame of these pushes. */
const jsonFrame = (items: readonly Item[]): Buffer => Buffer.from(`[${items.map(({ report }) => report.push.text()).join(',')}]`);

const bytesFrame = (items: readonly Item[], isFresh: boolean): Buffer =>
  Buffer.from(
    columnFrame(
      items.map(({ bytes }) => bytes).filter((bytes) => bytes !== undefined),
      isFresh,
    ).buffer,
  );

const jsonOf = ({ push }: LiveReport): Uint8Array => jsonItem(push.text(), utf8);

/** Per device, by its number, the version of its row that every reader of a subscription has. */
type Versions = (number | undefined)[];

/** Returns what waits, as whole rows: the snapshot of a reader that joins already contains it, and steps must not be applied twice. */
function wholeItems(items: readonly Item[], rows: ReportRows): readonly Item[] {
  const bySlot = new Map(items.map((item) => [slotOf(item.report.serial, item.report.kind), item]));
  return [...bySlot.values()].map((item) => {
    const row = item.isRow === true ? rows.newest(item.report.serial) : undefined;
    return row === undefined ? item : { ...item, bytes: rows.whole(row) };
  });
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
  const itemOf = (push: Pick<Push, 'report' | 'row'>, versions: Versions): Item => {
    const { report } = push;
    const row = (push.row ??= rows.of(report));
    if (row === null) return { report, bytes: jsonOf(report), isRow: false };
    const isNext = versions[row.number] === row.version - 1;
    versions[row.number] = row.version;
    return { report, bytes: (isNext ? row.steps : null) ?? rows.whole(row), isRow: true };
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
        const versions = knownBefore.get(key) ?? [];
        if (format === 'columns') knownAfter.set(key, versions);
        const added = format === 'json' ? selected : selected.map((push) => itemOf(push, versions));
        const items = former.items.length === 0 ? added : [...former.items, ...added];
        const unsent = { items, batches: former.batches + 1 };
        if (items.length === 0) return null;
        if (isFull(unsent, readers)) return format === 'json' ? jsonFrame(items) : bytesFrame(items, false);
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
        heldBefore: ({ key }) => (heldBefore.get(key) ?? none).items.map(({ report }) => slotOf(report.serial, report.kind)),
      };
    },
    snapshot: (reports, { key, format }) => {
      if (format === 'json') return jsonFrame(reports.map((report) => ({ report })));
      const own: Versions = [];
      const others = known.get(key);
      const items = reports.map((report) => itemOf({ report }, own));
      known.set(key, others === undefined ? own : own.map((version, device) => (others[device] === version ? version : undefined)));
      const waiting = held.get(key);
      if (waiting !== undefined) held.set(key, { ...waiting, items: wholeItems(waiting.items, rows) });
      return bytesFrame(items, true);
    },
  };
}
