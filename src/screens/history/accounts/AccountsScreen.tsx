import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getSessionAccounts, postAccountLines, postRemoveAccount, type SessionAccount } from '#contract/sessionAccount';
import { endings } from '#domain/text/endings';
import { useOwnAccount } from '#hooks/OwnAccountContext';
import { useSaveEach } from '#hooks/useSaveEach';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Page } from '#ui/Page';
import { DataTable } from '#ui/table/DataTable';
import { useStableCallback } from '#ui/useStableCallback';
import { RefreshButton } from '#widgets/RefreshButton';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { AccountLines } from './AccountLines.tsx';
import { accountColumns, spanText } from './columns.tsx';
import { OwnSession } from './OwnSession.tsx';

const keyOfRow = ({ session_id }: SessionAccount) => session_id;
const whoseText = ({ author, is_own: isOwn }: SessionAccount) => (isOwn ? 'your session' : `the session of ${author}`);

/**
 * The Session Accounts screen: the state of this session's account, and the accounts of the user's own and of shared sessions, which can be opened,
 * shared and removed. Source: SACCT12.
 */
export function AccountsScreen() {
  const [search] = useSearchParams();
  const shown = search.get('session');
  return shown === null ? <AccountList /> : <AccountLines key={shown} id={shown} />;
}

function AccountList() {
  const { table, query } = usePagedQuery('session-accounts', getSessionAccounts, {});
  const { state } = useOwnAccount();
  const current = state.kind === 'off' ? null : state.id;
  const [removed, setRemoved] = useState<SessionAccount | null>(null);
  const removal = useSaveEach(postRemoveAccount, { saved: 'The account is removed', onSettled: query.refresh });
  const sharing = useSaveEach(postAccountLines, { onSettled: query.refresh, shownAt: query.at });
  const { newest } = sharing;
  const rows = useMemo(
    () =>
      table.rows.map((row) => {
        const shared = newest(({ params }) => params.session_id === row.session_id)?.body?.is_shared ?? row.is_shared;
        return shared === row.is_shared ? row : { ...row, is_shared: shared };
      }),
    [table.rows, newest],
  );
  const share = useStableCallback(({ session_id, is_shared }: SessionAccount) =>
    sharing.save({ params: { session_id }, body: { is_shared: !is_shared, lines: [] } }),
  );
  const columns = useMemo(
    () => accountColumns({ current, onShare: sharing.isPossible ? share : null, onRemove: removal.isPossible ? setRemoved : null }),
    [current, share, sharing.isPossible, removal.isPossible],
  );
  return (
    <Page fill title="Session Accounts" actions={<RefreshButton isPending={query.isPending} onRefresh={query.refresh} />}>
      <OwnSession />
      <DataTable
        {...table}
        rows={rows}
        fill
        label="Accounts"
        columns={columns}
        rowKey={keyOfRow}
        whenEmpty="Own sessions are listed once they are kept, those of others while they share them."
      />
      {removed !== null && (
        <ConfirmDialog
          open
          text={`Remove what is kept of ${whoseText(removed)}, ${spanText(removed)}? ${endings.removeAccount()}`}
          onNo={() => setRemoved(null)}
          onYes={() => {
            removal.save({ params: { session_id: removed.session_id }, body: {} });
            setRemoved(null);
          }}
        />
      )}
    </Page>
  );
}
