import { chakra } from '@chakra-ui/react';
import { useContext, useState } from 'react';
import { Banner } from '#ui/Banner';
import { LabelledSelect } from '#ui/LabelledSelect';
import { useMedia } from '#ui/useMedia';
import { Awaited } from '#widgets/Awaited';
import { PlanFailure } from '#widgets/PlanFailure';
import { PlanView } from '#widgets/PlanView';
import { usePlan } from '#widgets/usePlan';
import { useMapNames } from '#widgets/useMapNames';
import { WIDE_FROM_PX } from '#ui/shellSizes';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import type { ComparedMoments } from './useComparedMoments.ts';
import { knownPlan, movedCount, type ComparedSite } from './comparedSites.ts';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', minWidth: 0 } });

/** Height of the plan next to the lists, and of the plan above them, in px. */
const HEIGHT_PX = 460;
const LOW_PX = 300;
const NOWHERE = 'No device says on which map it is.';

/** Renders the plan of a map with its devices at B; the plan itself shows their places at A. */
function SitePlan({
  site,
  name,
  moments: { from, to },
}: {
  readonly site: ComparedSite;
  readonly name: string;
  readonly moments: ComparedMoments;
}) {
  const { liveStore } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const isWide = useMedia(`(min-width: ${WIDE_FROM_PX}px)`);
  const { plan: asked, warning } = usePlan(site);
  const known = knownPlan(site, [liveStore.getState(), to.state, from.state]);
  const plan = known ?? asked.answer?.layers;
  // What the server says of a version is not about a plan that the log holds.
  const shownWarning = known === undefined ? warning : site.warning;
  if (plan === undefined && !asked.isLoading)
    return asked.failure === undefined ? <Awaited query={asked} /> : <PlanFailure onRetry={asked.refresh} />;
  return (
    <div>
      {shownWarning !== null && <Banner tone="warning">{shownWarning}</Banner>}
      <PlanView
        label={`Plan of ${name}`}
        plan={plan}
        heightPx={isWide ? HEIGHT_PX : LOW_PX}
        devices={site.devices}
        epoch={playhead.kind === 'past' ? playhead.epoch + 1 : 0}
      />
    </div>
  );
}

/** Renders the plan of one of `sites` with devices at B and ghosts at A, initially of the one with the most devices. */
export function ComparedPlan({ moments, sites }: { readonly moments: ComparedMoments; readonly sites: readonly ComparedSite[] }) {
  const { from } = moments;
  const nameOf = useMapNames();
  const [chosen, choose] = useState<string | null>(null);
  const site = sites.find(({ id }) => id === chosen) ?? sites[0];
  if (site === undefined) return <Banner tone="quiet">{NOWHERE}</Banner>;
  const movedOf = (id: string) => {
    const one = sites.find((other) => other.id === id);
    const count = one === undefined ? 0 : movedCount(one, from);
    return count === 0 ? '' : `, ${String(count)} moved`;
  };
  return (
    <Stack>
      <LabelledSelect
        label="Map"
        choices={sites.map(({ id }) => id)}
        labelOf={(id) => nameOf(id) + movedOf(id)}
        value={site.id}
        onValue={choose}
      />
      <SitePlan key={site.id} site={site} name={nameOf(site.id)} moments={moments} />
    </Stack>
  );
}
