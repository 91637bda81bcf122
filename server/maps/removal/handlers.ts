import { postDeleteMap, postDeleteMapVersion } from '#contract/archive';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import type { PlanDependencies } from '../mapGeojson.ts';
import { removeMap, removeMapVersion } from './removeMap.ts';

/** Creates the handlers that remove maps and their newest versions, for the staff. */
export function mapRemovalHandlers({ database }: PlanDependencies): Pick<Handlers, 'postDeleteMap' | 'postDeleteMapVersion'> {
  return {
    postDeleteMap: serve(postDeleteMap, async ({ caller, scope, params }) => ({
      result: await removeMap(database, caller, scope, params.id),
    })),
    postDeleteMapVersion: serve(postDeleteMapVersion, async ({ caller, scope, params }) => ({
      result: await removeMapVersion(database, caller, scope, params),
    })),
  };
}
