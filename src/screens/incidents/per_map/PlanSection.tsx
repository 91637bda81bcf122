import type { ComponentProps } from 'react';
import { NewestPlan } from '#widgets/NewestPlan';
import { IncidentPlan } from './IncidentPlan.tsx';

interface Props extends Omit<ComponentProps<typeof IncidentPlan>, 'plan' | 'version'> {
  readonly id: string;
}

/** Loads and renders the newest version of the map with the incidents of all versions. Source: LANEI3. */
export const IncidentPlanSection = ({ id, ...content }: Props) => (
  <NewestPlan id={id}>{(plan, version) => <IncidentPlan plan={plan} version={version} {...content} />}</NewestPlan>
);
