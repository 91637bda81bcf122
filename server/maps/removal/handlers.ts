import { postDeleteMap, postDeleteMapVersion } from '#contract/archive';
import { scopeOf } from '../../locations/visibility.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import type { MapDependencies } from '../handlers.ts';
import { removeMap, removeMapVersion } from './removeMap.ts';

/** Creates the handlers that remove maps and take back their newest versions, for the staff. */
export function mapRemovalHandlers({ database, registry }: MapDependencies): Pick<Handlers, 'postDeleteMap' | 'postDeleteMapVersion'> {
  return {
    postDeleteMap: serve(postDeleteMap, async ({ caller, params }) => ({
      result: await removeMap(database, caller, scopeOf(caller, registry), params.id),
    })),
    postDeleteMapVersion: serve(postDeleteMapVersion, async ({ caller, params }) => ({
      result: await removeMapVersion(database, caller, scopeOf(caller, registry), params),
    })),
  };
}
