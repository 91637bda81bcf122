import type { ManagedUser } from '#contract/user';
import type { Answered } from '#state/useAnswer';
import { Banner } from '#ui/Banner';
import { renderKeyOf } from '#ui/column';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { DataTable } from '#ui/DataTable';
import { askedLook } from '#widgets/askedLook';
import { columns, columnsWithActs, InvitationContext } from './columns.tsx';
import { useInvitations } from './useInvitations.ts';

const NOBODY: readonly ManagedUser[] = [];
const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ email }: ManagedUser) => email;
const renderKey = renderKeyOf(columnsWithActs);

interface Props {
  readonly name: string;
  readonly label: string;
  readonly asked: Answered<{ readonly result: readonly ManagedUser[] }>;
}

/** Renders a list of users, with buttons for their invitations where the server offers them. Source: USER-005, INVITE2. */
export function UserTable({ name, label, asked }: Props) {
  const invitations = useInvitations(asked.refresh);
  // A failed load empties the list (RULE-113).
  const rows = asked.failure === undefined ? (asked.answer?.result ?? NOBODY) : NOBODY;
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
          {...askedLook(asked)}
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
