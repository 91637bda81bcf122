/** The index of a past span: its blocks, the number of devices that reported in each step, and its marks; for a long span by the hour or the day. */

import type { AnswerOf } from '#contract/call';
import type { getHistoryIndex } from '#contract/history';
import { ownedPeriods } from '#domain/devices/ownershipPeriods';
import type { Mark } from '#domain/history/episodes';
import { DAY_MS } from '#domain/text/timeUnits';
import type { ViewableColours } from '../../configuration/viewable.ts';
import { requireOwnTimes, type ReadableDevice } from '../../locations/visibility.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import { filesOfSpan } from '../parquet/catalogue.ts';
import { unreadableText } from '../parquet/storedParquet.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { blockLength, blocksOf, DENSITY_MS, densityOf } from './density.ts';
import { coarseSpans, groupedMarks, type GroupedMark } from './overview.ts';
import { ownHeldFrom } from './heldFrom.ts';
import { spansByDevice, storedSpans } from './presenceSpans.ts';
import { readMarks } from './readMarks.ts';

/** Returns the past part of a span, and the current time (ms since epoch): silences are not searched in the future. */
export const pastOf = ({ from, to }: TimeSpan, now: number) => ({ from, to: Math.max(from, Math.min(to, now)), now });

/** Returns the devices whose history a scope may read at least partly, with the readable times. */
export async function devicesOf({ database, registry }: HistoryDependencies, scope: Scope): Promise<readonly ReadableDevice[]> {
  const rows = await database.selectFrom('device').select('serial').orderBy('serial').execute();
  return rows.flatMap(({ serial }): ReadableDevice[] => {
    if (scope === 'all') return [{ serial, times: 'all' }];
    const times = ownedPeriods(registry.servicesOf(serial) ?? [], (organisation) => scope.has(organisation));
    return times.length === 0 ? [] : [{ serial, times }];
  });
}

/** Returns the requested device, or all devices that the caller may read at least partly. Throws 404 for a device that the caller cannot see. */
export const devicesAsked = async (dependencies: HistoryDependencies, scope: Scope, serial: string | undefined) =>
  serial === undefined ? devicesOf(dependencies, scope) : [requireOwnTimes(scope, dependencies.registry, serial)];

/** Returns an instant as text, in the form of responses. */
export const text = (at: number) => new Date(at).toISOString();
export const textOrNull = (at: number | null) => (at === null ? null : text(at));

const markOf = ({ kind, at, to, serial, text: words, code, id, count }: Mark & Partial<Pick<GroupedMark, 'count'>>) => ({
  kind,
  at: text(at),
  to: textOrNull(to),
  serial,
  text: words,
  code,
  id,
  ...(count === undefined ? {} : { count }),
});

/** The reader of marks: a scope, and the groups of parameters whose changes it may view. */
export interface MarksReader {
  readonly scope: Scope;
  readonly colours: ViewableColours;
}

/** The span of an index; `stepMs` is the step of an overview, null for the index of a console's blocks. */
export interface IndexSpan extends TimeSpan {
  readonly serial: string | undefined;
  readonly stepMs: number | null;
}

/** The response of the index. */
export type IndexAnswer = AnswerOf<typeof getHistoryIndex>;
const densityAnswer = (density: Awaited<ReturnType<typeof densityOf>>) =>
  density.map(([from, count]) => ({ from: text(from), devices: count }));

/** Returns the index of a long span by the hour or the day. */
async function overviewOf(
  dependencies: HistoryDependencies,
  { scope, colours }: MarksReader,
  { serial, stepMs, ...span }: IndexSpan & { readonly stepMs: number },
): Promise<IndexAnswer> {
  const devices = await devicesAsked(dependencies, scope, serial);
  const hasSilences = stepMs < DAY_MS;
  const [held, spans, { marks, hasOlder }] = await Promise.all([
    ownHeldFrom(dependencies, devices),
    coarseSpans(dependencies, { ...span, devices }, stepMs),
    readMarks(dependencies, { ...pastOf(span, dependencies.now()), devices, hasSilences, isNotableOnly: true }, colours),
  ]);
  return {
    held_from: textOrNull(held),
    blocks: [],
    density_seconds: stepMs / 1_000,
    density: densityAnswer(await densityOf(span, await spansByDevice(spans), stepMs)),
    marks: groupedMarks(marks, span, stepMs).map(markOf),
    ...(hasOlder ? { has_older: true } : {}),
  };
}

/** Returns the index of a span, for a reader. */
export async function indexOf(
  dependencies: HistoryDependencies,
  { scope, colours }: MarksReader,
  { serial, stepMs, ...span }: IndexSpan,
): Promise<IndexAnswer> {
  if (stepMs !== null) return overviewOf(dependencies, { scope, colours }, { ...span, serial, stepMs });
  const devices = await devicesAsked(dependencies, scope, serial);
  const serials = devices.map((device) => device.serial);
  const hasEvents = serial !== undefined && span.to - span.from <= DAY_MS;
  const files = await filesOfSpan(dependencies.database, 'reports', { ...span, serials });
  const [unreadable, held, spans, { marks, hasOlder }] = await Promise.all([
    dependencies.parquets.missing(files),
    ownHeldFrom(dependencies, devices),
    storedSpans(dependencies, { ...span, devices }),
    readMarks(dependencies, { ...pastOf(span, dependencies.now()), devices, hasEvents }, colours),
  ]);
  // A block always contains all devices, so the index of one device lists no blocks.
  const blocks = serial === undefined ? await blocksOf(span, spans, blockLength(devices.length)) : [];
  return {
    held_from: textOrNull(held),
    blocks: await mapInTurns(blocks, ({ from, to }) => ({
      from: text(from),
      to: text(to),
    })),
    density_seconds: DENSITY_MS / 1_000,
    density: densityAnswer(await densityOf(span, await spansByDevice(spans))),
    marks: await mapInTurns(marks, markOf),
    ...(hasOlder ? { has_older: true } : {}),
    ...(unreadable.length > 0 ? { unreadable: unreadable.map(unreadableText) } : {}),
  };
}
