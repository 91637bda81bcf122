import { useMemo, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { chakra } from '@chakra-ui/react';
import type { HistoryEpisode } from '#contract/history';
import { DataTable } from '#ui/table/DataTable';
import { useStableCallback } from '#ui/useStableCallback';
import { useOpenEpisode } from '#widgets/EpisodeCells';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { polledTableState } from '#widgets/polledTableState';
import { columnsWith } from './columns.tsx';
import { dayOf } from './episodeRows.ts';
import type { useEpisodes } from './useEpisodes.ts';
import { useLocationNames } from './useLocationNames.ts';

const Fill = chakra('div', { base: { display: 'contents' } });

const keyOfRow = ({ id }: HistoryEpisode) => id;
const toneOfRow = ({ reviewed }: HistoryEpisode) => (reviewed ? ('old' as const) : undefined);
const none: readonly HistoryEpisode[] = [];

interface Props extends ReturnType<typeof useEpisodes> {
  /** The day whose episodes are listed; null for the whole month. */
  readonly day: string | null;
  /** Whether reviewed ones are listed too. */
  readonly showsAll: boolean;
}

/** Renders the episodes of a month or a day, newest first. Enter opens the one of the focused row, R notes that it was reviewed, or not. */
export function EpisodeTable({ query, review, day, showsAll }: Props) {
  const { answer } = query;
  const state = polledTableState(query);
  const locationOf = useLocationNames();
  const onOpen = useOpenEpisode(useLocation().search.slice(1));
  const onReview = useStableCallback((episode: HistoryEpisode) => review?.(episode));
  const isPossible = review !== null;
  const columns = useMemo(() => columnsWith({ locationOf, onReview, isPossible }), [locationOf, onReview, isPossible]);
  const rows = useMemo(
    () => (answer?.result ?? none).filter(({ at, reviewed }) => (day === null || dayOf(Date.parse(at)) === day) && (showsAll || !reviewed)),
    [answer, day, showsAll],
  );
  const reviewFocused = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target.matches('input, textarea, select')) return;
    const id = event.target.closest<HTMLElement>('[data-of]')?.dataset['of'];
    const episode = rows.find((row) => row.id === id);
    if (episode !== undefined) onReview(episode);
  };
  return (
    <Fill onKeyDown={reviewFocused}>
      <OlderLeftOut answer={answer} what="episode" />
      <DataTable
        {...state}
        fill
        name="history-episodes"
        label="Episodes"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        rowTone={toneOfRow}
        pageSize={20}
        sortedBy={{ id: 'at', desc: true }}
        emptyText={state.emptyText ?? (day === null ? 'Nothing to review in this month' : 'Nothing to review on this day')}
        onRow={onOpen}
      />
    </Fill>
  );
}
