/** The handler of map uploads. */

import type { Kysely } from 'kysely';
import { postMapUpload } from '#contract/map';
import { z } from '#contract/schema';
import { seesEverything } from '#domain/people/rights';
import { mapMessageProblem, newMapIdProblem, takenMapIdProblem } from '#domain/places/mapUpload';
import { fieldText } from '#domain/text/fieldText';
import { dottedVersion } from '#domain/places/mapVersion';
import { mapIn, type PlanDependencies } from '../mapGeojson.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden, invalid } from '../../platform/failure/failure.ts';
import { serveUpload, type Handlers } from '../../platform/http/serve.ts';
import type { WorkSlots } from '../../platform/limits/workSlots.ts';
import type { ScopedCaller } from '../../platform/principal.ts';
import { readUpload } from './readUpload.ts';
import { saveMap } from './saveMap.ts';

/** Dependencies of map upload. */
export interface MapUploadDependencies extends PlanDependencies {
  /** Slots of the threads that read archives. */
  readonly workSlots: WorkSlots;
  /** Connections whose queries may take long: a large map is written by few statements. */
  readonly slowDatabase: Kysely<Database>;
  readonly now: () => number;
}

const saved = z.object({ path: z.string() });

async function requireMap(dependencies: PlanDependencies, { caller, scope }: ScopedCaller, id: string): Promise<void> {
  if ((await mapIn(dependencies, scope, id)) !== null) return;
  // Only the provider's staff, who see every map, may create a map; everybody else gets the same response for a map of others as for a missing one.
  if (!seesEverything(caller.role)) throw forbidden('only the staff of the provider can add a map');
  const problem = newMapIdProblem(id);
  if (problem !== undefined) throw invalid(problem);
  const known = await dependencies.database.selectFrom('site_map').select('id').execute();
  const taken = takenMapIdProblem(
    id,
    known.map((map) => map.id),
  );
  if (taken !== undefined) throw conflict(taken);
}

/** Creates the handler of map uploads. */
export function mapUploadHandlers(dependencies: MapUploadDependencies): Pick<Handlers, 'postMapUpload'> {
  const mayReceive = (head: ScopedCaller & { readonly params: { readonly a: string } }) => requireMap(dependencies, head, head.params.a);
  return {
    postMapUpload: serveUpload(postMapUpload, mayReceive, async ({ params, body, caller }, callerNow) => {
      const file = saved.safeParse(body.file);
      if (!file.success) throw createFailure('noFileField');
      const map = await dependencies.workSlots(caller, () => readUpload(file.data.path));
      if (dottedVersion(map.version) !== params.b) throw invalid(`the zip holds version ${dottedVersion(map.version)}, not ${params.b}`);
      const text = fieldText(body.message ?? '');
      const problem = mapMessageProblem(text, 'message');
      if (problem !== undefined) throw invalid(problem);
      const message = text === '' ? `Uploaded with site version ${params.b}` : text;
      const requireStill = async (tx: Kysely<Database>) => requireMap({ database: tx }, await callerNow(tx), params.a);
      await saveMap(dependencies.slowDatabase, { id: params.a, map, message, by: caller.name, at: dependencies.now(), requireStill });
      return { result: true };
    }),
  };
}
