import { PathLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { pathOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';

/** The outline of the site, one and a half pixels. A path, because outlined polygons cost ten times as much to draw. */
export const siteLayer = (features: readonly Feature[], look: MapLook, visible: boolean): PathLayer<Feature> =>
  new PathLayer<Feature>({
    id: 'site',
    data: features,
    visible,
    getPath: pathOf,
    getColor: look.site,
    getWidth: 1.5,
    widthUnits: 'pixels',
    updateTriggers: { getColor: look.mode },
  });
