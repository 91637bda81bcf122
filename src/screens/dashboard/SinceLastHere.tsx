import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { getHistoryEpisodes, type HistoryEpisode } from '#contract/history';
import { screenAddress } from '#domain/addresses';
import { cellTimeText, dateTimeText } from '#domain/text/dates';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useMovingAnswer } from '#hooks/useMovingAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useLiveSelector } from '#hooks/useLiveSelector';
import type { Column } from '#ui/column';
import { Section } from '#ui/Section';
import { DataTable } from '#ui/table/DataTable';
import { EpisodeDevices, EpisodeText, useOpenEpisode } from '#widgets/EpisodeCells';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { polledTableState } from '#widgets/polledTableState';
import { TimeText } from '#widgets/TimeText';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { useLastVisit } from '#widgets/useLastVisit';

/** The step by which the span moves, in ms: each step sends another request. */
const STEP_MS = 15 * MINUTE_MS;
const NEWEST_FIRST = { id: 'at', desc: true };
const none: readonly HistoryEpisode[] = [];
const keyOfRow = ({ id }: HistoryEpisode) => id;

const columns: readonly Column<HistoryEpisode>[] = [
  {
    id: 'at',
    head: 'Time',
    width: 166,
    narrow: 'state',
    sort: 'number',
    value: ({ at }) => Date.parse(at),
    exportValue: ({ at }) => cellTimeText(at),
    cell: ({ at }) => <TimeText at={at} />,
  },
  { id: 'what', head: 'What', narrow: 'title', value: ({ text }) => text, cell: (episode) => <EpisodeText {...episode} /> },
  {
    id: 'devices',
    head: 'Devices',
    width: 260,
    narrow: 'place',
    value: ({ serials }) => serials.join(', '),
    cell: ({ serials }) => <EpisodeDevices serials={serials} />,
  },
];

/**
 * Renders the episodes that deserved attention while the person was away, newest first, without those that the person has reviewed; a row opens its
 * moment.
 */
export function SinceLastHere() {
  const { from, isLastVisit } = useLastVisit();
  // At a past moment, the list is also the current one, without episodes that began later.
  const to = useLiveSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  const shownTo = useAppSelector((s) => Math.ceil(selectNow(s) / MINUTE_MS) * MINUTE_MS);
  const isPast = useIsPast();
  const queryTo = (end: number) => ({ from: new Date(from).toISOString(), to: new Date(end).toISOString() });
  const asked = useMovingAnswer(getHistoryEpisodes, {}, queryTo, { end: Math.max(to, from + STEP_MS), stepMs: STEP_MS }, STEP_MS);
  const onOpen = useOpenEpisode(null);
  const query = isPast && shownTo <= from ? { ...asked, answer: undefined, isUnknown: true } : asked;
  const { answer, isUnknown } = query;
  const state = polledTableState(query);
  const rows = useMemo(
    () => (answer?.result ?? none).filter(({ at, reviewed }) => !reviewed && (!isPast || Date.parse(at) <= shownTo)),
    [answer, isPast, shownTo],
  );
  return (
    <Section
      bare
      title={isLastVisit ? 'Since you were last here' : 'What deserves a look'}
      end={
        <>
          {!isUnknown && <chakra.span hideBelow="md">since {dateTimeText(from)} · </chakra.span>}
          <UnderlinedLink to={screenAddress('/history')}>Review List</UnderlinedLink>
        </>
      }
    >
      <OlderLeftOut answer={answer} what="episode" />
      <DataTable
        {...state}
        name="dashboard-episodes"
        label="Episodes"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        sortedBy={NEWEST_FIRST}
        pageSize={5}
        emptyText={state.emptyText ?? 'Nothing that deserves a look'}
        onRow={onOpen}
      />
    </Section>
  );
}
