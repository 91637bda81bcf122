import { useMemo } from 'react';
import { getOrganisation } from '#contract/place';
import { named } from '#domain/text/displayNames';
import { alertText } from '#domain/text/alertText';
import { makeSelectFleetRows } from '#state/fleetRows';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { EmptyState } from '#ui/EmptyState';
import { Page } from '#ui/Page';
import { Section } from '#ui/Section';
import { Awaited } from '#widgets/Awaited';
import { OrganisationSelect } from '../OrganisationSelect.tsx';
import { useOrganisationChoice } from '../useOrganisationChoice.ts';
import { usePlaceLists } from '../usePlaceLists.ts';
import { Branches, LocationBranch } from './LocationBranch.tsx';
import { organisationTree } from './organisationTree.ts';

/** Up to this many locations are initially expanded. */
const OPEN_FIRST = 10;
const NO_ORGANISATIONS = 'There are no organisations.';

/** The Organisation Tree screen: locations with their greenhouses and devices; the first ten are expanded. Source: LOC-033..036, MSG-077. */
export function OrgDetailScreen() {
  const places = usePlaceLists();
  const { organisations, locations, greenhouses, deployments, query } = places;
  const { id, choose } = useOrganisationChoice(places);
  const known = useAnswer(getOrganisation, { id: id ?? '' }, {}, { isWanted: id !== null });
  const selectRows = useMemo(makeSelectFleetRows, []);
  const rows = useAppSelector(selectRows);
  const answered = known.answer?.result;
  const tree = useMemo(
    () => answered && organisationTree({ answered, locations, greenhouses, deployments, rows }),
    [answered, locations, greenhouses, deployments, rows],
  );
  const failed = known.failure === undefined ? undefined : (alertText(known.failure) ?? 'Loading failed');
  return (
    <Page title="Organisation Tree">
      <OrganisationSelect organisations={organisations} value={id} onValue={choose} />
      {id === null && <Awaited query={query.organisations} none={NO_ORGANISATIONS} />}
      {failed !== undefined && <Banner tone="warning">{failed}</Banner>}
      {id !== null && failed === undefined && tree === undefined && <Awaited query={known} />}
      {answered !== undefined && tree !== undefined && (
        <Section
          title={answered.archived === true ? `${named(answered).name} (archived)` : named(answered).name}
          end={answered.client_name ?? undefined}
        >
          {tree.length === 0 && <EmptyState text="No rows found" />}
          <Branches>
            {tree.map((branch) => (
              <LocationBranch key={branch.location.id} branch={branch} isOpenFirst={tree.length <= OPEN_FIRST} />
            ))}
          </Branches>
        </Section>
      )}
    </Page>
  );
}
