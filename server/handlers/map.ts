import { getMapGeojson } from '#contract/map';
import { notFound } from '../failure.ts';
import { serve, type Handlers } from '../http/serve.ts';
import { scopeOf } from '../visibility.ts';
import { planIn } from './plan.ts';
import type { World } from './world.ts';

/** Plans of greenhouses. */
export function mapHandlers(world: World): Pick<Handlers, 'getMapGeojson'> {
  return {
    getMapGeojson: serve(getMapGeojson, async ({ caller, params, query }) => {
      const layers = await planIn(world, scopeOf(caller, world.registry), {
        ...params,
        gutter: query.gutter_version,
        obstacle: query.obstacle_version,
      });
      if (layers === null) throw notFound('no such map');
      return { layers };
    }),
  };
}
