/** Makes the block of a past span: the log of a console open at that time, for people who may see these devices. */

import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { DAY_MS } from '#domain/text/timeUnits';
import { frameBlock } from '#streams/recording/blockFrame';
import { blockWriter } from '#streams/recording/eventBlock';
import type { RecordingCodec } from '#streams/recording/codec';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { knownAt } from '#domain/history/lateReports';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { ViewableColours } from '../../configuration/viewable.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { utf8 } from '../../fleet/utf8.ts';
import { unreadableText, type UnreadableFile } from '../parquet/storedParquet.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { countReports, newestBefore, type NewestReports, readReports } from '../reports/readReports.ts';
import { ownReceipts, type TimeSpan } from '../reports/reportSpan.ts';
import { pastListEvents } from '../lists/listEvents.ts';
import { clockEvents } from './clockEvents.ts';
import { errorLists } from './errorLists.ts';
import { stampedEvents, type TimedEvent } from './eventLog.ts';
import { knownPart, logOf, type LogParts } from './knownView.ts';
import { placesThen } from './placesThen.ts';
import { removals, reportEvent } from './reportEvents.ts';

/** Maximum number of reports in a block: they are sorted and joined in one turn of the server's event loop. */
export const MAX_REPORTS = 20_000;

/** Maximum time, in ms, for which the search for the last state of a silent device goes back. */
const SEARCHED_MS = 30 * DAY_MS;

const deflate = promisify(deflateRaw);

// The codec of blocks, which the server only writes and consoles only read.
const codec: RecordingCodec = {
  ...utf8,
  compress: (bytes) => deflate(bytes),
  decompress: () => Promise.reject(new Error('A history block is not read by the server.')),
};

/** The reader of a log: a scope, the groups of parameters that it may view, and the devices with their readable times. */
export interface HistoryReader {
  readonly scope: Scope;
  readonly colours: ViewableColours;
  /** The start of the retention period of events and commands, ms since epoch. */
  readonly keptFrom: number;
  readonly devices: readonly ReadableDevice[];
}

/** Returns the missing parts of a block as events: one per file that could not be read for it. */
const gaps = (at: number, unreadable: readonly UnreadableFile[]): readonly TimedEvent[] =>
  [...new Map(unreadable.map((file) => [file.name, file])).values()].map((file) => ({
    at,
    event: { kind: 'log.gap', lost: 0, reason: unreadableText(file) },
  }));

/** Reads, for each device whose newest report before a span arrived late, the newest report that had arrived before the span. */
async function readKnownBefore(
  store: HistoryStore,
  { from, devices }: { readonly from: number; readonly devices: readonly ReadableDevice[] },
  before: ReadonlyMap<string, KeptReport>,
): Promise<NewestReports> {
  const late = devices.filter(({ serial }) => {
    const report = before.get(serial);
    return report !== undefined && knownAt(report) > from;
  });
  if (late.length === 0) return { newest: new Map(), unreadable: [] };
  return newestBefore(store, { at: from, since: from - SEARCHED_MS, knownBy: from, devices: late });
}

/** A framed block; if a file could not be read for it, `isWhole` is false and one of its events reports the file. */
interface PastBlock {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/**
 * Returns the framed block of a span. Its first events, at `from`, are the difference between the log and the knowledge of the time (if any), the lists, and
 * the newest earlier state of each device. Throws 413 for a span with more than `MAX_REPORTS` reports.
 */
export async function historyBlock(store: HistoryStore, { devices, ...reader }: HistoryReader, span: TimeSpan): Promise<PastBlock> {
  const { from } = span;
  if ((await countReports(store, { ...span, devices })).wanted > MAX_REPORTS) throw createFailure('historyTooLong');
  const [errors, { newest: found, unreadable: notSearched }, { reports: stored, unreadable }] = await Promise.all([
    errorLists(store.database, { ...span, devices }),
    newestBefore(store, { at: from, since: from - SEARCHED_MS, devices }),
    readReports(store, { ...span, devices }),
  ]);
  const ofOwn = ownReceipts(devices);
  const before = new Map([...found].map(([serial, report]) => [serial, ofOwn(report)]));
  const reports = await mapInTurns(stored, ofOwn);
  const lastSeen = new Map([...before.values()].map(({ serial, receivedAt }) => [serial, receivedAt]));
  const { newest: knownBefore, unreadable: notKnown } = await readKnownBefore(store, { from, devices }, before);
  const { events: places, ...then } = await placesThen(store.database, { scope: reader.scope, devices, at: from, lastSeen });
  const lists = await pastListEvents(store.database, { ...span, ...then, ...reader, devices });
  const parts: LogParts = {
    places,
    errors: errors.all,
    lists,
    before: [...before.values()].map((report) => reportEvent(report, from)),
    removals: removals(span, before.values(), reports),
    reports: await mapInTurns(reports, (report) => reportEvent(report)),
    rest: [...gaps(from, [...notSearched, ...unreadable, ...notKnown]), ...clockEvents(span)],
  };
  const log = logOf(parts);
  const known = knownPart(parts, log, { span, before, knownBefore, reports, errors, ...then });
  const events = stampedEvents(known === null ? log : [{ at: from, event: { kind: 'history.known', ...known } }, ...log]);
  const [first, last] = [events[0], events.at(-1)];
  const summary = { firstSeq: 0, count: events.length, firstAt: first?.at ?? from, lastAt: last?.at ?? from };
  const block = blockWriter(null, codec);
  await mapInTurns(events, block.push);
  const bytes = Buffer.from(await frameBlock(block.done(), summary, codec));
  return { bytes, isWhole: notSearched.length + unreadable.length + notKnown.length === 0 };
}
