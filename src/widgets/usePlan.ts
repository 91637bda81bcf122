import type { AnswerOf } from '#contract/call';
import { getMapGeojson, getMapVersions } from '#contract/map';
import type { UsableVersion } from '#domain/places/mapVersion';
import { nearestVersion } from '#domain/places/nearestVersion';
import { type Answered, useAnswer } from '#hooks/useAnswer';
import type { ViewQueryOf } from '#hooks/useQuery';

/** A plan in a version of its map. */
interface WantedPlan extends UsableVersion {
  readonly id: string;
}

/** The shown plan. */
export interface ShownPlan {
  /** The dotted version; null while it is unknown. */
  readonly version: string | null;
  readonly plan: Answered<AnswerOf<typeof getMapGeojson>>;
  /** The warning about the version; null if there is none. */
  readonly warning: string | null;
}

/** Layers in versions other than those of the plan. */
type LayerVersions = ViewQueryOf<typeof getMapGeojson>;

/** Subscribes to a plan; if its map lacks the version, to the nearest one, with a warning. Source: NEAR1. */
export function usePlan(wanted: WantedPlan | null, layers: LayerVersions = {}): ShownPlan {
  const [id, version] = [wanted?.id ?? '', wanted?.version ?? ''];
  const own = useAnswer(getMapGeojson, { id, version }, layers, { isWanted: wanted !== null });
  const isMissing = wanted !== null && own.answer === undefined && own.failure?.status === 404;
  const versions = useAnswer(getMapVersions, { id }, {}, { isWanted: isMissing });
  const nearest = isMissing && versions.answer !== undefined ? nearestVersion(version, versions.answer.versions) : null;
  const other = useAnswer(getMapGeojson, { id, version: nearest ?? '' }, {}, { isWanted: nearest !== null });
  const warning = wanted?.warning ?? null;
  if (nearest !== null) {
    const shown = `This map has no version ${version}: the nearest one, ${nearest}, is shown, where lanes may be elsewhere.`;
    return { version: nearest, plan: other, warning: warning === null ? shown : `${warning}. ${shown}` };
  }
  if (isMissing && versions.isLoading) return { version: null, plan: { ...own, isLoading: true, failure: undefined }, warning };
  return { version: own.answer === undefined ? null : version, plan: own, warning };
}
