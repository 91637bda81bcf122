import type { AnswerOf } from '#contract/call';
import { getMapGeojson, getMapVersions } from '#contract/map';
import { usableVersion, type UsableVersion, type WantedVersion } from '#domain/places/mapVersion';
import { nearestVersion, newestVersion } from '#domain/places/nearestVersion';
import { type Answered, useAnswer } from '#hooks/useAnswer';
import type { ViewQueryOf } from '#hooks/useQuery';

/** A plan in a version of its map; the newest version if `version` is null. */
interface WantedPlan extends WantedVersion {
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

/** The HTTP status that means that the server has no versions of the map. */
const NOT_FOUND = 404;

/** The versions of a map, and the version that is shown if the wanted one is not known. */
interface Newest {
  readonly shown: UsableVersion | null;
  readonly versions: Answered<AnswerOf<typeof getMapVersions>>;
}

/**
 * Subscribes to the versions of a map whose wanted version is not known, and returns the newest one with a note. Returns the default version if the server
 * lists none, in the past if they were never requested, and, with a note, while they cannot be loaded. Source: NEAR2, NEAR3, GAP-35.
 */
function useNewest(id: string, isWanted: boolean): Newest {
  const versions = useAnswer(getMapVersions, { id }, {}, { isWanted });
  const newest = isWanted ? newestVersion(versions.answer?.versions ?? []) : null;
  const hasFailed = versions.answer === undefined && versions.failure !== undefined;
  const hasNone = isWanted && (versions.answer !== undefined || hasFailed || versions.isUnknown);
  if (newest === null) {
    const shown = hasNone ? usableVersion(undefined) : null;
    if (shown === null || !hasFailed || versions.failure?.status === NOT_FOUND) return { shown, versions };
    const unread = `The versions of this map could not be loaded: version ${shown.version} is shown, where lanes may be elsewhere.`;
    return { shown: { ...shown, warning: unread }, versions };
  }
  const note = `The version of this map is not known: the newest one, ${newest.version}, is shown, where lanes may be elsewhere.`;
  return { shown: { version: newest.version, warning: newest.warning === null ? note : `${newest.warning}. ${note}` }, versions };
}

/**
 * Subscribes to a plan and returns it. If the map lacks the version, the nearest version is used, and if the version is not known, the newest, both with a
 * warning. Source: NEAR1, NEAR2.
 */
export function usePlan(wanted: WantedPlan | null, layers: LayerVersions = {}): ShownPlan {
  const id = wanted?.id ?? '';
  const newest = useNewest(id, wanted?.version === null);
  const named: UsableVersion | null = wanted === null || wanted.version === null ? newest.shown : { ...wanted, version: wanted.version };
  const [version, warning] = [named?.version ?? '', named?.warning ?? null];
  const own = useAnswer(getMapGeojson, { id, version }, layers, { isWanted: named !== null });
  const isMissing = named !== null && own.answer === undefined && own.failure?.status === 404;
  const versions = useAnswer(getMapVersions, { id }, {}, { isWanted: isMissing });
  const nearest = isMissing && versions.answer !== undefined ? nearestVersion(version, versions.answer.versions) : null;
  const other = useAnswer(getMapGeojson, { id, version: nearest ?? '' }, {}, { isWanted: nearest !== null });
  if (wanted !== null && named === null) return { version: null, plan: { ...newest.versions, answer: undefined }, warning };
  if (nearest !== null) {
    const shown = `This map has no version ${version}: the nearest one, ${nearest}, is shown, where lanes may be elsewhere.`;
    return { version: nearest, plan: other, warning: warning === null ? shown : `${warning}. ${shown}` };
  }
  if (isMissing && versions.isLoading) return { version: null, plan: { ...own, isLoading: true, failure: undefined }, warning };
  return { version: own.answer === undefined ? null : version, plan: own, warning };
}
