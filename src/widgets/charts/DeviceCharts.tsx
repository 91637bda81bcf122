import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { chartRanges, chartSpan } from '#domain/history/chartSpan';
import { lastReported } from '#domain/history/chartReadout';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { dateTimeText } from '#domain/text/dates';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useShownInstant } from '#hooks/useShownInstant';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { selectNow } from '#state/clock';
import type { RootState } from '#state/store';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { Segmented } from '#ui/Segmented';
import { LaneKeys } from '../LanePicture.tsx';
import { ChartTable } from './ChartTable.tsx';
import { DeviceTracks } from './DeviceTracks.tsx';
import { useDeviceHistory } from './useDeviceHistory.ts';

const Tools = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', minHeight: '44px' } });
const Span = chakra('span', { base: { color: 'fg.muted', textStyle: 'meta', fontVariantNumeric: 'tabular-nums', me: 'auto' } });
/** As high as all rows, so the content below does not move, whether the charts, a table, a notice or nothing is shown. */
const Body = chakra('div', { base: { height: { base: '446px', md: '350px' }, '&[data-old]': { opacity: 0.6 } } });
const Keys = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '16px',
    minHeight: { base: '44px', md: '24px' },
    ps: { md: '148px' },
    color: 'fg.muted',
    textStyle: 'meta',
  },
});
const Centre = chakra('div', { base: { pt: '64px' } });

/** Maximum number of steps that are requested for a span: about one per two pixels. */
const POINTS = 400;

const RANGES = chartRanges.map(({ name }) => ({ value: name, label: name }));
const VIEWS = [
  { value: 'charts', label: 'Charts' },
  { value: 'table', label: 'Table' },
] as const;

const selectMinute = (state: RootState): number => Math.floor(selectNow(state) / MINUTE_MS) * MINUTE_MS;

/** Returns the selected range and its span, which contains the shown moment or else ends now. */
function useChartSpan() {
  const now = useLiveSelector(selectMinute);
  const [name, choose] = useState('24 h');
  const range = chartRanges.find((one) => one.name === name) ?? { name, lengthMs: MINUTE_MS, everyMs: MINUTE_MS };
  const shown = useShownInstant();
  const [held, setHeld] = useState({ name, end: now });
  const span = chartSpan(range, { now, shown, lastEnd: held.name === name ? held.end : Number.NEGATIVE_INFINITY });
  if (held.name !== name || held.end !== span.to) setHeld({ name, end: span.to });
  return { name, choose, span, shown, now: Math.max(now, shown ?? 0) };
}

/** Renders charts of a device over an hour to a year, with a common playhead, and the same data as a table. */
export function DeviceCharts({ serial }: { readonly serial: string }) {
  const { send } = useTimeTravel();
  const { name, choose, span, shown, now } = useChartSpan();
  const { history, isFailed, retry } = useDeviceHistory({ serial, ...span, points: POINTS });
  const [view, setView] = useState<string>('charts');
  const onMoment = (at: number) => send({ kind: 'show', at: Math.min(at, now), clock: 'server' });
  const isEmpty = history !== null && lastReported(history) === null && (history.errors ?? []).length === 0;
  const drawn = history ?? span;
  // The drawn charts stay while only the end of the span moves; after the selection of another range they would show the wrong span.
  const isHeld = history !== null && history.to - history.from === span.to - span.from && history.to > span.from && history.from < span.to;
  return (
    <div>
      <Tools>
        <Segmented label="Range" options={RANGES} value={name} onValue={choose} />
        <Span>
          {dateTimeText(drawn.from).slice(0, 'dd/mm/yyyy, hh:mm'.length)} to {dateTimeText(drawn.to).slice(0, 'dd/mm/yyyy, hh:mm'.length)}
        </Span>
        <Segmented label="View" options={VIEWS} value={view} onValue={setView} />
      </Tools>
      {history !== null && history.unreadable.length > 0 && (
        <Banner tone="warning">{`Not all of it can be read: ${history.unreadable.slice(0, 3).join(', ')}`}</Banner>
      )}
      <Body data-old={(history !== null && history.to !== span.to) || undefined}>
        {isFailed && !isHeld ? (
          <Banner tone="warning" action={<Button onClick={retry}>Try Again</Button>}>
            Loading failed
          </Banner>
        ) : isEmpty ? (
          <Centre>
            <EmptyState text="Nothing was reported in this time" />
          </Centre>
        ) : view === 'table' && history !== null ? (
          <ChartTable label="Charts as a table" charted={history} now={now} onMoment={onMoment} />
        ) : (
          <>
            <DeviceTracks {...{ history, span, shown, now, onMoment }} />
            {history !== null && (
              <div className="sr">
                <ChartTable label="Values of the charts" charted={history} now={now} />
              </div>
            )}
          </>
        )}
      </Body>
      <Keys>{view === 'charts' && (!isFailed || isHeld) && !isEmpty && <LaneKeys />}</Keys>
    </div>
  );
}
