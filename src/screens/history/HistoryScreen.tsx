import { chakra } from '@chakra-ui/react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { HistoryEpisode } from '#contract/history';
import { getLocations } from '#contract/place';
import { monthOf } from '#domain/history/monthDays';
import { selectTickedAt } from '#state/clock';
import { useAnswer } from '#hooks/useAnswer';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { MonthCalendar } from './MonthCalendar.tsx';
import { Page } from '#ui/Page';
import { Segmented } from '#ui/Segmented';
import { DataTable } from '#ui/table/DataTable';
import { useStableCallback } from '#ui/useStableCallback';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { polledTableState } from '#widgets/polledTableState';
import { columnsWith } from './columns.tsx';
import { addressOfEpisode, dayOf, unreviewedByDay } from './episodeRows.ts';
import { useEpisodes } from './useEpisodes.ts';

const Columns = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    gap: { base: '16px', lg: '28px' },
    flex: { md: 1 },
    minHeight: { md: 0 },
  },
});
const List = chakra('div', { base: { display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: { md: 0 } } });
const Side = chakra('div', { base: { display: 'grid', alignContent: 'start', gap: '12px', flex: 'none', width: { lg: '252px' } } });
const Legend = chakra('p', { base: { color: 'fg.muted', textStyle: 'meta' } });

const SHOWN = [
  { value: 'open', label: 'Not reviewed' },
  { value: 'all', label: 'All' },
] as const;

const keyOfRow = ({ id }: HistoryEpisode) => id;
const toneOfRow = ({ reviewed }: HistoryEpisode) => (reviewed ? ('old' as const) : undefined);
const none: readonly HistoryEpisode[] = [];

/** Returns the function that gives the name of a location; its id while the name is unknown. */
function useLocationNames(): (id: string) => string {
  const { answer } = useAnswer(getLocations, {}, {}, { allPages: true });
  return useMemo(() => {
    const names = new Map(answer?.results.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id) ?? id;
  }, [answer]);
}

/** Returns the function that opens the moment at which an episode began, on the screen of its device. */
function useOpening(): (episode: HistoryEpisode) => void {
  const navigate = useNavigate();
  const { send } = useTimeTravel();
  return useStableCallback((episode: HistoryEpisode) => {
    void navigate(addressOfEpisode(episode));
    send({ kind: 'show', at: Date.parse(episode.at) });
  });
}

/** The screen History: what deserved a look in a month or on a day, newest first; opens its moments, and keeps who has reviewed it. */
export function HistoryScreen() {
  const today = dayOf(useLiveSelector(selectTickedAt));
  const [month, setMonth] = useState(() => monthOf(today));
  const [day, setDay] = useState<string | null>(null);
  const [shown, setShown] = useState<string>('open');
  const { query, review } = useEpisodes(month);
  const { answer } = query;
  const locationOf = useLocationNames();
  const onOpen = useOpening();
  const onReview = useStableCallback((episode: HistoryEpisode) => review?.(episode));
  const isPossible = review !== null;
  const columns = useMemo(
    () => columnsWith({ locationOf, onOpen, onReview: isPossible ? onReview : null }),
    [locationOf, onOpen, onReview, isPossible],
  );
  const rows = useMemo(
    () =>
      (answer?.result ?? none).filter(
        ({ at, reviewed }) => (day === null || dayOf(Date.parse(at)) === day) && (shown === 'all' || !reviewed),
      ),
    [answer, day, shown],
  );
  const marked = useMemo(() => (answer === undefined ? new Map<string, string>() : unreviewedByDay(answer)), [answer]);
  const held = useMemo(() => new Set(answer?.held_days ?? []), [answer]);
  const reviewFocused = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target.matches('input, textarea, select')) return;
    const id = event.target.closest<HTMLElement>('[data-of]')?.dataset['of'];
    const episode = rows.find((row) => row.id === id);
    if (episode !== undefined) review?.(episode);
  };
  return (
    <Page fill title="History" actions={<Segmented label="Shown" options={SHOWN} value={shown} onValue={setShown} />}>
      <Columns>
        <Side>
          <MonthCalendar
            label="Days"
            {...{ month, day, today, held, marked }}
            onMonth={(next) => {
              setMonth(next);
              setDay(null);
            }}
            onDay={setDay}
          />
          <Legend>Underlined: the history holds that day. Dot: something was not reviewed.</Legend>
        </Side>
        <List onKeyDown={reviewFocused}>
          <OlderLeftOut answer={answer} what="episode" />
          <DataTable
            {...polledTableState(query)}
            fill
            name="history-episodes"
            label="Episodes"
            columns={columns}
            rows={rows}
            rowKey={keyOfRow}
            rowTone={toneOfRow}
            pageSize={20}
            sortedBy={{ id: 'at', desc: true }}
            emptyText={day === null ? 'Nothing to review in this month' : 'Nothing to review on this day'}
            onRow={onOpen}
          />
        </List>
      </Columns>
    </Page>
  );
}
