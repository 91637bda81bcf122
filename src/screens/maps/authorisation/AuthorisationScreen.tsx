import { getOrganisationUsers, type ManagedUser } from '#contract/user';
import { alertText } from '#domain/text/alertText';
import { useFeature } from '#hooks/features';
import { selectRole } from '#state/session';
import { useSiteConfig } from '#hooks/siteConfig';
import { useIsAwaited } from '#hooks/useIsAwaited';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { KeyValues } from '#ui/KeyValues';
import { Page } from '#ui/Page';
import { Section } from '#ui/Section';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { Awaited } from '#widgets/Awaited';
import { OrganisationSelect } from '../OrganisationSelect.tsx';
import { useOrganisationChoice } from '../useOrganisationChoice.ts';
import { usePlaceLists } from '../usePlaceLists.ts';
import { columns } from './columns.tsx';

const noUsers: readonly ManagedUser[] = [];
const BY_NAME = { id: 'name', desc: false };
// An external provider may have accounts without an address.
const keyOfRow = ({ email, name, family_name, created }: ManagedUser) => email || `${name} ${family_name} ${String(created)}`;
/** The HTTP status of a server whose accounts are managed elsewhere. */
const CONFLICT = 409;
const NO_ORGANISATIONS = 'There are no organisations.';

/** The Authorisation screen: who can see an organisation, its users and, for a system_admin, its group. Read-only. Source: LOC-037, GAP-12. */
export function AuthorisationScreen() {
  const places = usePlaceLists();
  const { organisations, query } = places;
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const { id, choose } = useOrganisationChoice(places);
  const hasInvitations = useFeature('invitations');
  const isElsewhere = useSiteConfig().accounts_elsewhere != null && !hasInvitations;
  const users = useAnswer(getOrganisationUsers, { organisation: id ?? '' }, {}, { isWanted: id !== null });
  const organisation = organisations.find((one) => one.id === id);
  const isAwaited = useIsAwaited(query.organisations, id);
  const isMissing = id !== null && organisation === undefined && query.organisations.answer !== undefined && !isAwaited;
  return (
    <Page title="Authorisation">
      <OrganisationSelect organisations={organisations} value={id} onValue={choose} />
      {organisation === undefined &&
        (isMissing ? (
          <Banner tone="warning">{`Organisation ${id} not found`}</Banner>
        ) : (
          <Awaited query={query.organisations} {...(id === null && { none: NO_ORGANISATIONS })} />
        ))}
      {organisation !== undefined && (
        <Section title={organisation.name}>
          <KeyValues
            rows={[
              ['Client Name', organisation.client_name],
              ...(isAdmin ? ([['Authentication Group', organisation.authentication_group]] as const) : []),
            ]}
          />
        </Section>
      )}
      {id !== null && !isMissing && (
        <Section bare title="Users">
          {users.failure?.status === CONFLICT && <Banner tone="quiet">{alertText(users.failure)}</Banner>}
          <DataTable
            key={id}
            name="organisation-users"
            label={`Users of ${organisation?.name ?? id}`}
            columns={columns}
            rows={(users.failure === undefined ? users.answer?.result : undefined) ?? noUsers}
            rowKey={keyOfRow}
            sortedBy={BY_NAME}
            whenEmpty={<FillStep list="people" isElsewhere={isElsewhere} />}
            {...requestedTableState(users)}
          />
        </Section>
      )}
    </Page>
  );
}
