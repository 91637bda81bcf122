import type { AnswerOf } from '#contract/call';
import type { Feature, getMapGeojson } from '#contract/map';

/** The features of other parts, by drawing style. */
export interface PartFeatures {
  readonly lines: readonly Feature[];
  readonly points: readonly Feature[];
}

/** Returns the features of the other parts of a version as one list, each with the name of its part as property `part`. */
export const partFeatures = (parts: AnswerOf<typeof getMapGeojson>['parts']): readonly Feature[] =>
  Object.entries(parts ?? {}).flatMap(([part, { features }]) =>
    features.map((feature) => ({ ...feature, properties: { ...feature.properties, part } })),
  );

/** Groups features by drawing style; clicks are resolved with the same lists. */
export function byShape(features: readonly Feature[]): PartFeatures {
  const isPoint = ({ geometry }: Feature) => geometry.type === 'Point';
  return { lines: features.filter((feature) => !isPoint(feature)), points: features.filter(isPoint) };
}
