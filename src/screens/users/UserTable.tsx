import { useMemo } from 'react';
import type { ManagedUser } from '#contract/user';
import { alertText } from '#domain/text/alertText';
import { endings } from '#domain/text/endings';
import { changeElsewhereText } from '#domain/people/accountsElsewhere';
import { mayInviteType } from '#domain/people/invite';
import type { Role } from '#domain/people/rights';
import { selectRole } from '#state/session';
import { useSiteConfig } from '#hooks/siteConfig';
import { useAppSelector } from '#hooks/useAppSelector';
import type { Answered } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { DataTable } from '#ui/table/DataTable';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { AccountContext } from './AccountMenu.tsx';
import { ChangeAccount } from './ChangeAccount.tsx';
import { ChangeAddress } from './ChangeAddress.tsx';
import { InvitationContext, userColumns } from './columns.tsx';
import { useAccounts } from './useAccounts.ts';
import { useInvitations } from './useInvitations.ts';

const NOBODY: readonly ManagedUser[] = [];
const BY_NAME = { id: 'name', desc: false };
// An external provider may have accounts without an address.
const keyOfRow = ({ email, name, family_name, created }: ManagedUser) => email || `${name} ${family_name} ${String(created)}`;
/** The HTTP status of a server whose accounts are managed elsewhere. */
const CONFLICT = 409;

interface Props {
  readonly name: string;
  readonly label: string;
  /** The user type of the accounts in the list. */
  readonly userType: Role;
  readonly query: Answered<{ readonly result: readonly ManagedUser[] }>;
}

/**
 * Renders a list of users, with the actions on their accounts and invitations, and the confirmation before an invitation is revoked.
 * Source: USER-005, INVITE2, PEOPLE7.
 */
export function UserTable({ name, label, userType, query }: Props) {
  const role = useAppSelector(selectRole);
  const invitations = useInvitations(query.refresh);
  const accounts = useAccounts(query.refresh);
  const elsewhere = useSiteConfig().accounts_elsewhere;
  const isElsewhere = elsewhere != null && !accounts.isAnnounced;
  const { failure } = query;
  // If loading fails, the list is empty (RULE-113).
  const rows = failure === undefined ? (query.answer?.result ?? NOBODY) : NOBODY;
  const hasInvitations = rows.some((row) => invitations.actions?.isOffered(row) === true);
  const hasMenus = rows.some((row) => (accounts.actions?.offered(row) ?? []).length > 0);
  const marksBlocked = accounts.isAnnounced;
  const columns = useMemo(() => userColumns({ marksBlocked, hasInvitations, hasMenus }), [marksBlocked, hasInvitations, hasMenus]);
  const alerts = [invitations.alert, accounts.alert].filter((alert) => alert !== undefined);
  return (
    <>
      {alerts.map((alert) => (
        <Banner key={alert} tone="error">
          {alert}
        </Banner>
      ))}
      {failure?.status === CONFLICT && <Banner tone="quiet">{alertText(failure)}</Banner>}
      {failure === undefined && isElsewhere && <Banner tone="quiet">{changeElsewhereText(elsewhere)}</Banner>}
      <AccountContext value={accounts.actions}>
        <InvitationContext value={invitations.actions}>
          <DataTable
            name={name}
            label={label}
            columns={columns}
            rows={rows}
            rowKey={keyOfRow}
            rendersByValues
            sortedBy={BY_NAME}
            whenEmpty={<FillStep list="people" mayInvite={role === null || mayInviteType(role, userType)} isElsewhere={isElsewhere} />}
            {...requestedTableState(query)}
          />
        </InvitationContext>
      </AccountContext>
      <ConfirmDialog
        open={invitations.revoking !== null}
        text={endings.revokeInvitation(invitations.revoking ?? '')}
        onYes={invitations.confirm}
        onNo={invitations.cancel}
      />
      <ConfirmDialog open={accounts.question !== null} text={accounts.question} onYes={accounts.confirm} onNo={accounts.close} />
      {accounts.changing !== null && (
        <ChangeAccount user={accounts.changing} query={query} onClose={accounts.close} refresh={query.refresh} />
      )}
      {accounts.readdressing !== null && (
        <ChangeAddress user={accounts.readdressing} query={query} onClose={accounts.close} refresh={query.refresh} />
      )}
    </>
  );
}
