import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { getKeptSpans, type KeptSpan, MAX_PINNED_DAYS, MAX_PINS, postReleaseSpan } from '#contract/historyPin';
import { screenAddress } from '#domain/addresses';
import { seesEverything } from '#domain/people/rights';
import { endings } from '#domain/text/endings';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSaveEach } from '#hooks/useSaveEach';
import { selectRole } from '#state/session';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Page } from '#ui/Page';
import { DataTable } from '#ui/table/DataTable';
import { useOpenMoment } from '#widgets/EpisodeCells';
import { RefreshButton } from '#widgets/RefreshButton';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { keptColumns, spanText } from './columns.tsx';

const Text = chakra('p', { base: { color: 'fg.muted', maxWidth: '720px' } });

const keyOfRow = ({ kind, id }: KeptSpan) => `${kind} ${id}`;

/** Renders, for the empty list, how a span is kept. */
function FirstSpan() {
  return (
    <>
      <span>Incidents and notes keep the minutes around them. To keep a longer span, save it as a file in Compare Moments.</span>
      <UnderlinedLink to={screenAddress('/fleet/compare_moments')}>Compare Moments</UnderlinedLink>
    </>
  );
}

/** The Kept History screen: the spans that retention does not remove, if the server announces `history_pins`. */
export function KeptScreen() {
  const { table, query } = usePagedQuery('kept-history', getKeptSpans, {});
  const isStaff = seesEverything(useAppSelector(selectRole));
  const [released, setReleased] = useState<KeptSpan | null>(null);
  const { save, isPossible } = useSaveEach(postReleaseSpan, { saved: 'The span is released', onSettled: query.refresh });
  const onOpen = useOpenMoment(null);
  const columns = useMemo(
    () => keptColumns({ isStaff, onOpen, onRelease: isPossible ? setReleased : null }),
    [isStaff, onOpen, isPossible],
  );
  return (
    <Page fill title="Kept History" actions={<RefreshButton isPending={query.isPending} onRefresh={query.refresh} />}>
      <Text>
        The server removes its history by its age. These spans stay: those that somebody keeps, and ten minutes before and after each
        incident and note. An organisation keeps at most {MAX_PINS} spans, {MAX_PINNED_DAYS} days together. Notes that others have not
        shared keep their minutes, too, and are not listed.
      </Text>
      <DataTable
        {...table}
        fill
        label="Kept spans"
        columns={columns}
        rowKey={keyOfRow}
        emptyText={table.emptyText}
        whenEmpty={<FirstSpan />}
      />
      {released !== null && (
        <ConfirmDialog
          open
          text={`Release the span of ${released.author ?? 'the server'}? ${endings.releaseSpan(spanText(released))}`}
          onNo={() => setReleased(null)}
          onYes={() => {
            save({ params: { id: released.id } });
            setReleased(null);
          }}
        />
      )}
    </Page>
  );
}
