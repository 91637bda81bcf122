import { chakra } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import type { AccountLine } from '#contract/sessionAccount';
import { accountLink, screenAddress } from '#domain/addresses';
import { useFeature } from '#hooks/features';
import { useAccountLines } from '#hooks/useAccountLines';
import { Page } from '#ui/Page';
import { DataTable } from '#ui/table/DataTable';
import { useOpenMoment } from '#widgets/EpisodeCells';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { lineColumns } from './columns.tsx';

const Back = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '8px' } });

const NONE: readonly AccountLine[] = [];
const keyOfRow = ({ sequence }: AccountLine) => String(sequence);
// A link to a screen changes nothing.
const toneOfRow = ({ kind }: AccountLine) => (kind === 'screen' ? 'old' : kind === 'error' ? 'error' : undefined);

/** Renders the lines of the account of a session; each opens its moment, if the server has a history. Source: SACCT12. */
export function AccountLines({ id }: { readonly id: string }) {
  const { status, lines, reason, retry } = useAccountLines(id);
  const hasHistory = useFeature('history');
  const open = useOpenMoment(accountLink(id));
  const columns = useMemo(() => lineColumns(hasHistory ? (at) => open(screenAddress('/fleet/state'), at) : null), [hasHistory, open]);
  return (
    <Page fill title="Account of a Session">
      <UnderlinedLink to={screenAddress('/history/accounts')}>
        <Back>
          <ArrowLeft aria-hidden="true" />
          All accounts
        </Back>
      </UnderlinedLink>
      <DataTable
        fill
        name="account-lines"
        label="Account"
        columns={columns}
        rows={lines ?? NONE}
        rowKey={keyOfRow}
        rowTone={toneOfRow}
        pageSize={50}
        status={status === 'unknown' ? 'ready' : status}
        emptyText={status === 'unknown' ? 'Not known at that time' : undefined}
        notice={reason}
        onRetry={retry}
      />
    </Page>
  );
}
