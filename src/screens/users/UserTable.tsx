import type { ManagedUser } from '#contract/user';
import type { Answered } from '#state/hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { renderKeyOf } from '#ui/column';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { DataTable } from '#ui/DataTable';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns, columnsWithActs, InvitationContext } from './columns.tsx';
import { useInvitations } from './useInvitations.ts';

const NOBODY: readonly ManagedUser[] = [];
const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ email }: ManagedUser) => email;
const renderKey = renderKeyOf(columnsWithActs);

interface Props {
  readonly name: string;
  readonly label: string;
  readonly query: Answered<{ readonly result: readonly ManagedUser[] }>;
}

/** Renders a list of users, with buttons for their invitations where the server offers them. Source: USER-005, INVITE2. */
export function UserTable({ name, label, query }: Props) {
  const invitations = useInvitations(query.refresh);
  // A failed load empties the list (RULE-113).
  const rows = query.failure === undefined ? (query.answer?.result ?? NOBODY) : NOBODY;
  const hasActs = invitations.acts !== null && rows.some(invitations.acts.isOffered);
  return (
    <>
      {invitations.alert !== undefined && <Banner tone="error">{invitations.alert}</Banner>}
      <InvitationContext value={invitations.acts}>
        <DataTable
          name={name}
          label={label}
          columns={hasActs ? columnsWithActs : columns}
          rows={rows}
          rowKey={keyOfRow}
          renderKey={renderKey}
          sortedBy={BY_NAME}
          {...requestedTableState(query)}
        />
      </InvitationContext>
      <ConfirmDialog
        open={invitations.revoking !== null}
        text={`The invitation of ${invitations.revoking ?? ''} will be revoked: the link in the mail then no longer works.`}
        onYes={invitations.confirm}
        onNo={invitations.cancel}
      />
    </>
  );
}
