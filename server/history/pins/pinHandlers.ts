/** Handlers of kept spans: list pinned spans with the spans around incidents and notes, pin a span, and release it. */

import { sql, type Transaction } from 'kysely';
import {
  getKeptSpans,
  type historyPinCalls,
  MAX_PIN_HOURS,
  MAX_PIN_REASON,
  MAX_PINNED_DAYS,
  MAX_PINS,
  postPinSpan,
  postReleaseSpan,
} from '#contract/historyPin';
import { lengthText } from '#domain/text/duration';
import { fieldText } from '#domain/text/fieldText';
import { pinReasonProblem } from '#domain/text/noteText';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import { requireOwnTimes } from '../../locations/visibility.ts';
import { holdLock, locks } from '../../platform/database/locks.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden, invalid } from '../../platform/failure/failure.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import { createWorkSlots, READ_LIMITS } from '../../platform/limits/workSlots.ts';
import type { Scope, ScopedCaller } from '../../platform/principal.ts';
import { askedSpan } from '../reports/askedSpan.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { cutAgain } from '../retention/cutAgain.ts';
import { createKeptReader, findPin, isVisiblePin } from './keptSpans.ts';

/** Maximum time, in ms, by which the end of a span may be ahead of the server's clock: the clock of a console may be wrong. */
const AHEAD_MS = DAY_MS;
const RELEASE_ONE = 'Release one under Kept History first.';

/** The owners of the history that a person keeps: staff, or organisations. */
interface Owners {
  readonly of_staff: boolean;
  readonly organisations: string[];
}

/** Returns the owners for which a caller keeps history. Throws 403 for a caller without an organisation. */
function ownersOf(scope: Scope): Owners {
  if (scope === 'all') return { of_staff: true, organisations: [] };
  if (scope.size === 0) throw forbidden('Only people of an organisation keep a span of its history.');
  return { of_staff: false, organisations: [...scope] };
}

/**
 * Throws 409 when the owners have reached a limit. A span counts only for exactly its set of organisations: only people of all of them see and release it, so
 * nobody is refused because of spans that they cannot see.
 */
async function requireRoom(tx: Transaction<Database>, { of_staff, organisations }: Owners, { from, to }: TimeSpan): Promise<void> {
  const { rows } = await sql<{ count: number; ms: number }>`select count(*) as count,
      coalesce(sum(extract(epoch from to_at - from_at)), 0)::double precision * 1000 as ms
    from history_pin where written_at is not null and of_staff = ${of_staff}
      and organisations @> ${organisations}::text[] and organisations <@ ${organisations}::text[]`.execute(tx);
  const { count, ms } = rows[0] ?? { count: 0, ms: 0 };
  const they = organisations.length > 1 ? 'Your organisations keep' : 'An organisation keeps';
  if (count >= MAX_PINS) throw conflict(`${they} at most ${MAX_PINS} spans. ${RELEASE_ONE}`);
  if (ms + to - from > MAX_PINNED_DAYS * DAY_MS)
    throw conflict(`${they} at most ${MAX_PINNED_DAYS} days together, and ${lengthText(ms)} are kept. ${RELEASE_ONE}`);
}

/** Releases a pinned span. Throws 404 if the caller cannot see it, 403 if the caller may not release it. */
async function release(tx: Transaction<Database>, who: ScopedCaller, id: string): Promise<void> {
  const pin = await tx
    .selectFrom('history_pin')
    .select(['from_at', 'to_at'])
    .where('pin_id', '=', id)
    .where(isVisiblePin(who.scope))
    .forUpdate()
    .executeTakeFirst();
  const found = await findPin(tx, who, id);
  if (pin === undefined || found === undefined) throw createFailure('noKeptSpan');
  if (!found.may_release) throw forbidden('Only the person who keeps a span or an administrator releases it.');
  await tx.deleteFrom('history_pin').where('pin_id', '=', id).execute();
  await cutAgain(tx, [{ from: pin.from_at.getTime(), to: pin.to_at.getTime() }]);
}

/** Creates the handlers of pinned spans. */
export function pinHandlers({ database, registry, now }: HistoryDependencies): Pick<Handlers, keyof typeof historyPinCalls> {
  const slots = createWorkSlots(READ_LIMITS);
  const readKept = createKeptReader(database, now);
  return {
    getKeptSpans: serve(getKeptSpans, ({ caller, scope, query }) => slots(caller, () => readKept({ caller, scope }, windowOf(query)))),
    postPinSpan: serve(postPinSpan, async ({ caller, scope, body }) => {
      const problem = pinReasonProblem(body.reason, MAX_PIN_REASON);
      if (problem !== undefined) throw invalid(problem);
      const span = askedSpan(body, MAX_PIN_HOURS * HOUR_MS);
      if (span.to > now() + AHEAD_MS) throw invalid('The end of the span has not come yet.');
      const owners = ownersOf(scope);
      const serials = body.serials == null ? null : [...new Set(body.serials)].map((one) => requireOwnTimes(scope, registry, one).serial);
      await database.transaction().execute(async (tx) => {
        // The lock keeps ids unique; a unique index would be unknown to an older server that runs at the same time.
        await holdLock(tx, locks.historyPins);
        const known = await tx.selectFrom('history_pin').select('username').where('pin_id', '=', body.id).executeTakeFirst();
        if (known !== undefined && known.username !== caller.username) throw conflict('This id is of another span.');
        if (known !== undefined) return;
        await requireRoom(tx, owners, span);
        await tx
          .insertInto('history_pin')
          .values({
            pin_id: body.id,
            from_at: new Date(span.from),
            to_at: new Date(span.to),
            serial: null,
            serials,
            reason: fieldText(body.reason),
            username: caller.username,
            author: caller.name,
            written_at: new Date(now()),
            ...owners,
          })
          .execute();
      });
      const result = await findPin(database, { caller, scope }, body.id);
      if (result === undefined) throw createFailure('noKeptSpan');
      return { result };
    }),
    postReleaseSpan: serve(postReleaseSpan, async ({ caller, scope, params }) => {
      await database.transaction().execute((tx) => release(tx, { caller, scope }, params.id.toLowerCase()));
      return { result: true };
    }),
  };
}
