import { useMemo, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { chakra } from '@chakra-ui/react';
import type { HistoryEpisode } from '#contract/history';
import { isShortcut } from '#ui/keyTargets';
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

/** Focuses the row after a row, otherwise the one before it: a reviewed row leaves the list, and would take the focus with it. */
function focusBeside(row: HTMLElement): void {
  const isRow = (element: Element | null): element is HTMLElement => element instanceof HTMLElement && element.dataset['of'] !== undefined;
  const beside = [row.nextElementSibling, row.previousElementSibling].find(isRow);
  beside?.focus();
}

/** Renders the episodes of a month or a day, newest first. Enter opens the episode of the focused row, R marks it as reviewed or not. */
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
    // A held key would review one row after another.
    if (event.key.toLowerCase() !== 'r' || !isShortcut(event.nativeEvent) || !(event.target instanceof HTMLElement)) return;
    const focused = event.target.closest<HTMLElement>('[data-of]');
    const episode = rows.find(({ id }) => id === focused?.dataset['of']);
    if (episode === undefined || focused === null || !isPossible) return;
    onReview(episode);
    if (!showsAll) focusBeside(focused);
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
