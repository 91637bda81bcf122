/** Makes the block of a past span: the log of a console that would have been open then, for people who may see these devices. */

import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { DAY_MS } from '#domain/text/timeUnits';
import { frameBlock } from '#streams/recording/blockFrame';
import { blockWriter } from '#streams/recording/eventBlock';
import type { RecordingCodec } from '#streams/recording/codec';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { ViewableColours } from '../../configuration/viewable.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { utf8 } from '../../fleet/utf8.ts';
import { unreadableText, type UnreadableFile } from '../parquet/storedParquet.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { countReports, newestBefore, readReports } from '../reports/readReports.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { pastListEvents } from '../lists/listEvents.ts';
import { clockEvents } from './clockEvents.ts';
import { errorLists } from './errorLists.ts';
import { stampedEvents, type TimedEvent } from './eventLog.ts';
import { placesThen } from './placesThen.ts';
import { removals, reportEvent } from './reportEvents.ts';

/** Maximum number of reports in a block: what is sorted and joined in one turn of the server's thread. */
export const MAX_REPORTS = 20_000;

/** How far back the state of a device that does not report is searched, in ms. */
const SEARCHED_MS = 30 * DAY_MS;

const deflate = promisify(deflateRaw);

// Only ever written here: a console reads it.
const codec: RecordingCodec = {
  ...utf8,
  compress: (bytes) => deflate(bytes),
  decompress: () => Promise.reject(new Error('A history block is not read by the server.')),
};

/** Whose log: a scope, the groups of parameters that may be viewed, and the devices with the times that may be read. */
export interface HistoryReader {
  readonly scope: Scope;
  readonly colours: ViewableColours;
  /** Since when events and commands are kept, ms since epoch. */
  readonly keptFrom: number;
  readonly devices: readonly ReadableDevice[];
}

/** Returns what is missing in a block: each file once that could not be read for it. */
const gaps = (at: number, unreadable: readonly UnreadableFile[]): readonly TimedEvent[] =>
  [...new Map(unreadable.map((file) => [file.name, file])).values()].map((file) => ({
    at,
    event: { kind: 'log.gap', lost: 0, reason: unreadableText(file) },
  }));

/** A framed block; it is not whole where a file could not be read for it, which an event of it says. */
interface PastBlock {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/**
 * Returns the framed block of a span. Its first events, at `from`, are the lists and the newest state of each device before it. Throws 413 for a span with more
 * than `MAX_REPORTS` reports.
 */
export async function historyBlock(store: HistoryStore, { devices, ...reader }: HistoryReader, span: TimeSpan): Promise<PastBlock> {
  const { from } = span;
  if ((await countReports(store, { ...span, devices })).wanted > MAX_REPORTS) throw createFailure('historyTooLong');
  const [errors, { newest: before, unreadable: notSearched }, { reports, unreadable }] = await Promise.all([
    errorLists(store.database, { ...span, devices }),
    newestBefore(store, { at: from, since: from - SEARCHED_MS, devices }),
    readReports(store, { ...span, devices }),
  ]);
  const lastSeen = new Map([...before.values()].map(({ serial, receivedAt }) => [serial, receivedAt]));
  const { events: places, ...then } = await placesThen(store.database, { scope: reader.scope, devices, at: from, lastSeen });
  const lists = await pastListEvents(store.database, { ...span, ...then, ...reader, devices });
  const events = stampedEvents([
    ...places,
    ...errors,
    ...lists,
    ...[...before.values()].map((report) => reportEvent(report, from)),
    ...removals(span, before.values(), reports),
    ...(await mapInTurns(reports, (report) => reportEvent(report))),
    ...gaps(from, [...notSearched, ...unreadable]),
    ...clockEvents(span),
  ]);
  const [first, last] = [events[0], events.at(-1)];
  const summary = { firstSeq: 0, count: events.length, firstAt: first?.at ?? from, lastAt: last?.at ?? from };
  const block = blockWriter(null, codec);
  await mapInTurns(events, block.push);
  const bytes = Buffer.from(await frameBlock(block.done(), summary, codec));
  return { bytes, isWhole: notSearched.length + unreadable.length === 0 };
}
