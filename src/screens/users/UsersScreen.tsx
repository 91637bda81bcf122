import { useSearchParams } from 'react-router-dom';
import { getLicenseSupportEngineers, getSystemAdmins } from '#contract/user';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { Page } from '#ui/Page';
import { Tabs } from '#ui/Tabs';
import { useLeave } from '#ui/form/leaveGuard';
import { Languages } from './Languages.tsx';
import { AccountSwitches } from './AccountSwitches.tsx';
import { OrganisationUsers } from './OrganisationUsers.tsx';
import { StaffUsers } from './StaffUsers.tsx';
import { addElsewhereText } from '#domain/people/accountsElsewhere';
import { useSiteConfig } from '#hooks/siteConfig';
import { Banner } from '#ui/Banner';
import { InviteForm } from './InviteForm.tsx';

/** Renders the form that invites users or, if accounts are added only at the identity provider, the sentence that says so. Source: DIRECTORY2, INVITE8. */
function ManageUsers() {
  const elsewhere = useSiteConfig().accounts_elsewhere;
  const isPossible = useFeature('invitations');
  return elsewhere == null || isPossible ? <InviteForm /> : <Banner tone="quiet">{addElsewhereText(elsewhere)}</Banner>;
}

/** The tabs of the page, verbatim. The first is the default. Source: USER-001..004, MSG-078. */
const usersTabs = [
  { value: 'system_admins', label: 'System Admins' },
  { value: 'license_support_engineers', label: 'License Support Engineers' },
  { value: 'organisation_users', label: 'Organisation Users' },
  { value: 'manage_users', label: 'Manage Users' },
] as const;
/** Shown to the staff, if the server supports changes of languages. Source: LANG4. */
const languagesTab = { value: 'languages', label: 'Languages' } as const;

/** Shown to administrators, if the server keeps accounts of sessions. Source: SACCT8. */
const accountsTab = { value: 'session_accounts', label: 'Session Accounts' } as const;

type Tab = (typeof usersTabs)[number] | typeof languagesTab | typeof accountsTab;

/** Returns the tab named in the URL, or the first tab for an unknown name. */
const readTab = (tabs: readonly Tab[], name: string | null) => tabs.find(({ value }) => value === name)?.value ?? 'system_admins';

const contents = {
  system_admins: <StaffUsers key="system_admins" call={getSystemAdmins} name="system-admins" label="System Admins" />,
  license_support_engineers: (
    <StaffUsers key="engineers" call={getLicenseSupportEngineers} name="license-support-engineers" label="License Support Engineers" />
  ),
  organisation_users: <OrganisationUsers />,
  manage_users: <ManageUsers />,
  languages: <Languages />,
  session_accounts: <AccountSwitches />,
} as const;

/**
 * The Users screen: its tabs, whose selection is in the URL, and the form to invite a user, or where people are added instead. Source: USER-001..024, GAP-13.
 */
export function UsersScreen() {
  const [search, setSearch] = useSearchParams();
  const leave = useLeave();
  const hasLanguages = useFeature('languages');
  const hasAccounts = useFeature('session_accounts');
  const role = useAppSelector(selectRole);
  const isAdmin = role === 'system_admin' || role === 'organisation_admin';
  const tabs = [
    ...usersTabs,
    ...(hasLanguages && seesEverything(role) ? [languagesTab] : []),
    ...(hasAccounts && isAdmin ? [accountsTab] : []),
  ];
  const tab = readTab(tabs, search.get('tab'));
  const choose = (chosen: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      next.set('tab', chosen);
      return next;
    });
  return (
    <Page title="Users">
      <div>
        <Tabs label="Users" tabs={tabs} value={tab} onValue={(next) => leave(() => choose(next))}>
          {contents[tab]}
        </Tabs>
      </div>
    </Page>
  );
}
