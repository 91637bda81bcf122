import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import {
  type ChartRow,
  type Scale,
  isOnlineAt,
  lastReported,
  onlineTimes,
  readoutAt,
  silentTimes,
  speedScale,
} from '#domain/history/chartReadout';
import type { DeviceHistory } from '#domain/history/deviceHistory';
import { MISSING } from '#domain/text/numbers';
import { Skeleton } from '#ui/Skeleton';
import { ErrorCode } from '../ErrorCode.tsx';
import { LaneKey, LanePicture } from '../LanePicture.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import { Row } from './chartParts.tsx';
import { batteryText, rowText, speedText } from './chartTexts.ts';
import { ErrorMarks } from './ErrorMarks.tsx';
import type { Band } from './NumberPlot.tsx';
import { NumberRow } from './NumberRow.tsx';

const Codes = chakra('span', { base: { position: 'relative', zIndex: 2 } });
const Quiet = chakra('span', { base: { color: 'fg.subtle', fontWeight: 400 } });
const Base = chakra('div', { base: { position: 'absolute', insetInline: 0, top: '7px', height: '2px', bg: 'border.control' } });
const Online = chakra('div', { base: { position: 'absolute', top: '3px', height: '10px', minWidth: '1px', bg: 'online.solid' } });
const Low = chakra('div', { base: { position: 'absolute', insetInline: 0, bottom: 0 } });

/** Colours by level. Source: tokens, battery. */
const BATTERY: readonly Band[] = [
  { upTo: 20, colour: 'battery.red' },
  { upTo: 60, colour: 'battery.amber' },
  { upTo: 100, colour: 'battery.green' },
];
const BATTERY_SCALE: Scale = { least: 0, most: 100 };
const SPEED: readonly Band[] = [{ upTo: Number.MAX_VALUE, colour: 'fg.muted' }];

interface Props {
  /** The history of the device; null until it is loaded. */
  readonly history: DeviceHistory | null;
  readonly span: TimeSpan;
  /** The shown past moment; null while the console shows the present. */
  readonly shown: number | null;
  readonly now: number;
  readonly onMoment: (at: number) => void;
}

/**
 * Renders the history of a device as rows with a common time axis: battery, speed, activity, errors, connection; a press or Enter opens the moment.
 */
export function DeviceTracks({ history, span: wanted, shown, now, onMoment }: Props) {
  const span = history ?? wanted;
  const stepMs = history?.stepMs ?? span.to - span.from;
  const silent = useMemo(() => (history === null ? [] : silentTimes(history, now)), [history, now]);
  const online = useMemo(() => (history === null ? [] : onlineTimes(history, now)), [history, now]);
  const rowAt = (at: number | null) => (history === null || at === null ? null : readoutAt(history, at));
  const textAt = (at: number | null) => {
    const row = rowAt(at);
    if (row === null || at === null) return 'No report';
    return `${rowText(row, stepMs)}, ${isOnlineAt(online, at) ? 'online' : 'offline'}`;
  };
  return (
    <ChartFrame
      label="Time in the charts"
      first={history?.steps[0] ?? span.from}
      newest={history === null ? null : lastReported(history)}
      {...{ span, stepMs, silent, shown, textAt, onMoment }}
    >
      {(at, width) => <PictureRows {...{ history, span, now, at, width, online }} row={rowAt(at)} />}
    </ChartFrame>
  );
}

interface RowsProps extends Pick<Props, 'history' | 'span' | 'now'> {
  /** The instant whose values are shown next to the charts. */
  readonly at: number | null;
  /** The values at that instant. */
  readonly row: ChartRow | null;
  /** The spans in which the device was online. */
  readonly online: readonly TimeSpan[];
  readonly width: number;
}

/** Renders the five rows: names, charts, and the values at the read instant. */
function PictureRows({ history, span, now, at, row, online, width }: RowsProps) {
  const speed = useMemo(() => speedScale(history?.speed ?? null), [history]);
  const value = (text: (row: ChartRow) => string) => <RowValue isLoading={history === null} row={row} text={text} />;
  return (
    <>
      <NumberRow
        name="Battery"
        unit="%"
        height={76}
        levels={[100, 60, 20, 0]}
        scale={BATTERY_SCALE}
        bands={BATTERY}
        numbers={history?.battery}
        value={value(batteryText)}
        {...{ history, at }}
      />
      <NumberRow
        name="Speed"
        unit="m/s"
        height={64}
        levels={[speed.most, speed.least === 0 ? speed.most / 2 : 0, speed.least]}
        scale={speed}
        bands={SPEED}
        numbers={history?.speed}
        value={value(speedText)}
        {...{ history, at }}
      />
      <Row name="Activity" height={28} value={<GroupValue isLoading={history === null} row={row} />}>
        {history?.runs === null && <Quiet>Shown for up to 30 days</Quiet>}
        <Low>{history !== null && <LanePicture runs={history.runs ?? []} span={span} />}</Low>
      </Row>
      <Row name="Errors" height={24} value={<ErrorValue row={row} isKnown={history?.errors != null} />}>
        {history?.errors === null && <Quiet>Shown for up to 30 days</Quiet>}
        <ErrorMarks errors={history?.errors ?? []} span={span} end={Math.min(now, span.to)} hasCodes={width > 480} />
      </Row>
      <Row name="Connection" height={16} value={<OnlineValue isLoading={history === null} at={at} online={online} />}>
        <OnlinePicture online={online} span={span} />
      </Row>
    </>
  );
}

interface ValueProps {
  readonly isLoading: boolean;
  readonly row: ChartRow | null;
}

/** Renders a value at the read instant. */
function RowValue({ isLoading, row, text }: ValueProps & { readonly text: (row: ChartRow) => string }) {
  if (isLoading) return <Skeleton width="64px" />;
  return row === null || !row.isReported ? <Quiet>No report</Quiet> : <>{text(row)}</>;
}

/** Renders the activity of the device at the read instant, as bar and label. */
function GroupValue({ isLoading, row }: ValueProps) {
  if (isLoading || row === null || row.group === null) return <RowValue isLoading={isLoading} row={row} text={() => MISSING} />;
  return <LaneKey group={row.group} />;
}

/** Renders whether the device was online at the read instant. */
function OnlineValue({ isLoading, at, online }: { readonly isLoading: boolean; readonly at: number | null } & Pick<RowsProps, 'online'>) {
  if (isLoading) return <Skeleton width="64px" />;
  return at !== null && isOnlineAt(online, at) ? <>Online</> : <Quiet>Offline</Quiet>;
}

/** Renders the spans in which the device was online as bars, and the other times as a line. */
function OnlinePicture({ online, span: { from, to } }: Pick<RowsProps, 'online' | 'span'>) {
  const share = (ms: number) => `${(ms / (to - from)) * 100}%`;
  const shown = online.flatMap((time) => {
    const [begin, end] = [Math.max(time.from, from), Math.min(time.to, to)];
    return end > begin ? [{ begin, end }] : [];
  });
  return (
    <>
      <Base aria-hidden="true" />
      {shown.map(({ begin, end }) => (
        <Online key={begin} aria-hidden="true" style={{ insetInlineStart: share(begin - from), width: share(end - begin) }} />
      ))}
    </>
  );
}

/** Renders the errors at the read instant. */
function ErrorValue({ row, isKnown }: { readonly row: ChartRow | null; readonly isKnown: boolean }) {
  if (!isKnown) return null;
  if (row === null || row.codes.length === 0) return <Quiet>None</Quiet>;
  return (
    <Codes>
      {row.codes.map((code) => (
        <ErrorCode key={code} code={code} />
      ))}
    </Codes>
  );
}
