import type { ReactNode } from 'react';
import { getMapVersions, type PlanLayers } from '#contract/map';
import { usableVersion } from '#domain/places/mapVersion';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Awaited } from './Awaited.tsx';
import { PlanFailure } from './PlanFailure.tsx';
import { usePlan } from './usePlan.ts';

interface Props {
  readonly id: string;
  /** Renders the plan; both arguments are undefined until they are loaded. */
  readonly children: (plan: PlanLayers | undefined, version: string | undefined) => ReactNode;
}

/**
 * Loads the newest version of a map and renders it below any warning about that version, or the reason why there is no plan. The reason is "This map is not
 * known." only for a map that the server does not know, otherwise "This map has no versions." or "Map could not be generated". Source: MAP-045, MAP-046.
 */
export function NewestPlan({ id, children }: Props) {
  const versions = useAnswer(getMapVersions, { id });
  const newest = versions.answer?.versions.at(-1);
  const { plan, version, warning } = usePlan(newest === undefined ? null : { id, ...usableVersion(newest) });
  if (newest === undefined && !versions.isLoading) {
    if (versions.failure?.status === 404) return <Banner tone="warning">This map is not known.</Banner>;
    if (versions.failure !== undefined) return <PlanFailure onRetry={versions.refresh} />;
    return <Awaited query={versions} none="This map has no versions." />;
  }
  const isDrawn = plan.answer !== undefined || plan.isLoading || newest === undefined;
  return (
    <>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      {isDrawn && children(plan.answer?.layers, version ?? undefined)}
      {!isDrawn && (plan.failure === undefined ? <Awaited query={plan} /> : <PlanFailure onRetry={plan.refresh} />)}
    </>
  );
}
