import { getMapGeojson, getMapVersions } from '#contract/map';
import { usableVersion } from '#domain/places/mapVersion';
import { type Answered, useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Awaited } from '#widgets/Awaited';
import type { ComponentProps } from 'react';
import { IncidentPlan } from './IncidentPlan.tsx';

interface Props extends Omit<ComponentProps<typeof IncidentPlan>, 'plan' | 'version'> {
  readonly id: string;
}

/** Renders why there is no plan; an unknown map has no retry button. */
function Failed({ of: { failure, refresh } }: { readonly of: Pick<Answered<unknown>, 'failure' | 'refresh'> }) {
  if (failure?.status === 404) return <Banner tone="warning">This map is not known.</Banner>;
  return (
    <Banner tone="warning" action={<Button onClick={refresh}>Try Again</Button>}>
      Map could not be generated
    </Banner>
  );
}

function Plan({ id, version, ...content }: Props & { readonly version: string }) {
  const plan = useAnswer(getMapGeojson, { id, version });
  if (plan.answer !== undefined || plan.isLoading) return <IncidentPlan plan={plan.answer?.layers} version={version} {...content} />;
  return plan.failure === undefined ? <Awaited query={plan} /> : <Failed of={plan} />;
}

/**
 * Loads and renders the newest version of the map with the incidents of all versions; "This map is not known.", "This map has no versions."
 * Source: LANEI3.
 */
export function IncidentPlanSection(props: Props) {
  const { id, ...content } = props;
  const versions = useAnswer(getMapVersions, { id });
  const newest = versions.answer?.versions.at(-1);
  if (versions.isLoading) return <IncidentPlan plan={undefined} version={undefined} {...content} />;
  if (newest === undefined) {
    return versions.failure === undefined ? <Awaited query={versions} none="This map has no versions." /> : <Failed of={versions} />;
  }
  const { version, warning } = usableVersion(newest);
  return (
    <>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      <Plan {...props} version={version} />
    </>
  );
}
