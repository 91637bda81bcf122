import { chakra } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { getIncident } from '#contract/incident';
import { incidentLink } from '#domain/addresses';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { CopyAddress } from '#ui/CopyAddress';
import { EmptyState } from '#ui/EmptyState';
import { Page } from '#ui/Page';
import { Skeleton } from '#ui/Skeleton';
import { ErrorCode } from '#widgets/ErrorCode';
import { IncidentSections, ListedIncident } from './IncidentSections.tsx';
import { useIncidentsParameters } from './useIncidentsParameters.ts';

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '12px',
    rowGap: '8px',
  },
});
const Title = chakra('h2', { base: { textStyle: 'title', fontSize: { base: '20px', md: '22px' }, overflowWrap: 'anywhere', minWidth: 0 } });
const Actions = chakra('div', { base: { ms: { md: 'auto' } } });

/**
 * Renders one incident, polled: BACK, code, Copy Link, loading, "Incident Not Found". Source: INC-021, INC-023..052, LIVE-021, LIVE-022.
 */
export function IncidentDetail({ id }: { readonly id: string }) {
  const { back } = useIncidentsParameters();
  const query = useAnswer(getIncident, { id });
  const incident = query.answer?.incident;
  return (
    <Page>
      <Head>
        <Button variant="ghost" ms="-12px" onClick={back}>
          <ArrowLeft aria-hidden="true" />
          BACK
        </Button>
        <Title>Incident {id}</Title>
        {incident?.error_code && <ErrorCode code={incident.error_code} place="incidents" />}
        <Actions>
          <CopyAddress variant="quiet" path={incidentLink(id)}>
            Copy Link
          </CopyAddress>
        </Actions>
      </Head>
      {query.failure !== undefined && (
        <Banner tone="warning" action={<Button onClick={query.refresh}>Try Again</Button>}>
          {query.answer === undefined ? 'Loading failed' : 'The newest state could not be loaded'}
        </Banner>
      )}
      {query.isLoading && <Skeleton width="60%" />}
      {query.isUnknown && <Banner tone="quiet">Not known at that time</Banner>}
      {query.answer !== undefined && incident == null && <EmptyState text="Incident Not Found" />}
      {incident != null && incident.manually_triggered && <Banner tone="warning">This incident is manually triggered</Banner>}
      {incident != null && query.knownSince !== undefined && <ListedIncident incident={incident} />}
      {incident != null && query.knownSince === undefined && <IncidentSections incident={incident} onRetried={query.refresh} />}
    </Page>
  );
}
