import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { dayAfter, isDay, isMonth, monthOf, type Month } from '#domain/history/monthDays';
import { shownZone } from '#domain/text/dates';
import { startOfDay } from '#domain/text/timeStep';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { Page } from '#ui/Page';
import { type AddressCodec, useAddressState } from '#ui/pageAddress';
import { Segmented } from '#ui/Segmented';
import { PastLanes } from '#widgets/PastLanes';
import { EpisodeTable } from './EpisodeTable.tsx';
import { dayOf, unreviewedByDay } from './episodeRows.ts';
import { MonthCalendar } from './MonthCalendar.tsx';
import { useEpisodes } from './useEpisodes.ts';

/** Minimum width at which the list next to the calendar keeps its columns. */
const BESIDE = '@media (min-width: 1100px)';

const Columns = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: { base: '16px', lg: '28px' },
    flex: { md: 1 },
    minHeight: { md: 0 },
    [BESIDE]: { flexDirection: 'row' },
  },
});
const Side = chakra('div', {
  base: {
    display: 'grid',
    alignContent: 'start',
    gap: '12px',
    flex: 'none',
    maxWidth: { sm: '420px' },
    [BESIDE]: { width: { base: '240px', lg: '252px' } },
  },
});
const Content = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: { md: 0 } },
  variants: { scrolls: { true: { overflowY: { md: 'auto' }, pb: '16px' } } },
});
const Legend = chakra('p', { base: { color: 'fg.muted', textStyle: 'meta' } });

const VIEWS = [
  { value: 'episodes', label: 'Episodes' },
  { value: 'devices', label: 'Devices' },
] as const;
const SHOWN = [
  { value: 'open', label: 'Not reviewed' },
  { value: 'all', label: 'All' },
] as const;

/** The step by which a span that ends now moves, in ms: each step sends another request. */
const STEP_MS = 5 * MINUTE_MS;

const startOf = (day: string): number => startOfDay(day, shownZone()) ?? 0;
/** Returns the span of a day in the zone of the page; without a day the last 24 hours. */
const spanOf = (day: string | null, now: number) =>
  day === null ? { from: now - DAY_MS, to: now } : { from: startOf(day), to: startOf(dayAfter(day, 1)) };

const codecOf = (options: readonly { readonly value: string }[]): AddressCodec<string> => ({
  encode: (value) => value,
  decode: (text) => (options.some(({ value }) => value === text) ? text : null),
});
const [viewCodec, shownCodec] = [codecOf(VIEWS), codecOf(SHOWN)];
/** A month or a day of it, `2026-03` or `2026-03-04`. */
const spanCodec: AddressCodec<string> = {
  encode: (span) => span,
  decode: (text) => (isMonth(text) || (isDay(text) && isMonth(monthOf(text))) ? text : null),
};

/** Returns the month whose episodes are listed, the chosen day of it, and the function that changes either; both are in the URL. */
function useSpan(current: Month) {
  const [span, setSpan] = useAddressState('history.span', spanCodec, current);
  return [{ month: monthOf(span), day: monthOf(span) === span ? null : span }, setSpan] as const;
}

/**
 * The Review List screen: the episodes that deserved attention in a month or on a day, and the activities of every device; opens these moments, and
 * records who has reviewed what.
 */
export function HistoryScreen() {
  const now = useLiveSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  // Not the day of `now`, which is tomorrow from 23:55 on.
  const today = useLiveSelector((s) => dayOf(selectNow(s)));
  const [view, setView] = useAddressState('history.view', viewCodec, 'episodes');
  const [{ month, day }, setSpan] = useSpan(monthOf(today));
  const [shown, setShown] = useAddressState('history.shown', shownCodec, 'open');
  const episodes = useEpisodes(month);
  const { answer } = episodes.query;
  const marked = useMemo(() => (answer === undefined ? new Map<string, string>() : unreviewedByDay(answer)), [answer]);
  const held = useMemo(() => (answer?.held_days == null ? null : new Set(answer.held_days)), [answer]);
  const actions = (
    <>
      {view === 'episodes' && <Segmented label="Shown" options={SHOWN} value={shown} onValue={setShown} />}
      <Segmented label="View" options={VIEWS} value={view} onValue={setView} />
    </>
  );
  return (
    <Page fill title="Review List" actions={actions}>
      <Columns>
        <Side>
          <MonthCalendar label="Days" {...{ month, day, today, held, marked }} onMonth={setSpan} onDay={(next) => setSpan(next ?? month)} />
          <Legend>Underlined: the history holds that day. Dot: something was not reviewed.</Legend>
        </Side>
        <Content scrolls={view === 'devices'}>
          {view === 'devices' ? (
            <PastLanes label="Devices" span={spanOf(day, now)} stepMs={day === null ? STEP_MS : null} />
          ) : (
            <EpisodeTable {...episodes} day={day} showsAll={shown === 'all'} />
          )}
        </Content>
      </Columns>
    </Page>
  );
}
