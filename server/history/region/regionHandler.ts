/** The handler that searches a region: the devices that were in a rectangle of a map. */

import type { AnswerOf, ParsedQueryOf } from '#contract/call';
import { getHistoryRegion, MAX_REGION_DAYS } from '#contract/history';
import { DAY_MS } from '#domain/text/timeUnits';
import { cacheKeyOf, createAnswerCache } from '../../platform/answerCache.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import type { WorkSlots } from '../../platform/limits/workSlots.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import { ownHeldFrom } from '../marks/heldFrom.ts';
import { devicesOf } from '../marks/readIndex.ts';
import { unreadableText } from '../parquet/storedParquet.ts';
import { askedSpan } from '../reports/askedSpan.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import { devicesOnMap } from './devicesOnMap.ts';
import { type DeviceTime, MAX_HITS, readRegion } from './readRegion.ts';

/** Lifetime, in ms, and maximum number of cached responses: a shared address is opened by several people. */
const KEPT = { forMs: 10_000, most: 8 };

const text = (at: number) => new Date(at).toISOString();

const hitOf = (time: DeviceTime): AnswerOf<typeof getHistoryRegion>['result'][number] => ({
  kind: time.kind,
  serial: time.serial,
  from: text(time.from),
  to: text(time.to),
  has_begun: time.hasBegun,
  has_ended: time.hasEnded,
  ...(time.kind === 'standstill' ? { x: time.x, y: time.y } : {}),
});

async function answerOf(
  dependencies: HistoryDependencies,
  scope: Scope,
  { map_id: mapId, still_seconds, west, south, east, north, ...query }: ParsedQueryOf<typeof getHistoryRegion>,
): Promise<AnswerOf<typeof getHistoryRegion>> {
  const { from, to } = askedSpan(query, MAX_REGION_DAYS * DAY_MS);
  const span = { from, to: Math.min(to, dependencies.now()) };
  const devices = await devicesOnMap(dependencies, { ...span, scope, mapId });
  const [held, { times, unreadable }] = await Promise.all([
    ownHeldFrom(dependencies, await devicesOf(dependencies, scope)),
    readRegion(dependencies, { ...span, devices, rectangle: { west, south, east, north }, stillMs: still_seconds * 1_000 }),
  ]);
  return {
    held_from: held === null ? null : text(held),
    result: await mapInTurns(times.slice(0, MAX_HITS), hitOf),
    ...(times.length > MAX_HITS ? { has_older: true } : {}),
    ...(unreadable.length > 0 ? { unreadable: unreadable.map(unreadableText) } : {}),
  };
}

/** Creates the handler that searches a region. Identical searches by people with the same rights share one read. */
export function regionHandler(dependencies: HistoryDependencies, slots: WorkSlots): Pick<Handlers, 'getHistoryRegion'> {
  const kept = createAnswerCache<AnswerOf<typeof getHistoryRegion>>(dependencies.now, KEPT);
  return {
    getHistoryRegion: serve(getHistoryRegion, ({ caller, scope, query }) => {
      const { from, to, west, south, east, north } = query;
      // The span is checked before the cache key is made, so no invalid request waits for a slot.
      askedSpan({ from, to }, MAX_REGION_DAYS * DAY_MS);
      if (east <= west || north <= south) throw createFailure('historyRegion');
      return kept(cacheKeyOf(scope, JSON.stringify(query)), () => slots(caller, () => answerOf(dependencies, scope, query)));
    }),
  };
}
