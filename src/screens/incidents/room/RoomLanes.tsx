import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { type ComponentProps, memo, type ReactNode, useContext, useMemo } from 'react';
import { activityOf, activityText } from '#domain/devices/activity';
import { poseText } from '#domain/devices/pose';
import { laneGroupOf } from '#domain/history/lanes';
import { offsetInWords, type LifeCycleRow } from '#domain/incidents/lifeCycle';
import { activityRuns, recordedAt, speedCurves, type RoomRecord, type RoomReport } from '#domain/incidents/roomRecord';
import { timeText } from '#domain/text/dates';
import { MISSING } from '#domain/text/numbers';
import { drawnLine } from '#ui/forcedColours';
import { LanePicture } from '#widgets/LanePicture';
import { RoomHeadContext, useRoom } from './RoomContext.ts';
import { momentText } from './RoomControls.tsx';
import { RoomMarkShape } from './RoomMarkShape.tsx';
import { useLifeCycle } from './useLifeCycle.ts';
import { STEP_MS } from './useRoomKeys.ts';

const Lanes = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '68px minmax(0, 1fr) 76px', md: '84px minmax(0, 1fr) 148px' },
    gridAutoRows: '32px',
    alignItems: 'center',
    columnGap: '12px',
    p: '8px 12px 10px',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    fontSize: '13px',
  },
});
const Name = chakra('span', { base: { gridColumn: 1, color: 'fg.muted' } });
const Track = chakra('div', { base: { position: 'relative', gridColumn: 2, height: '20px' } });
const Value = chakra('span', {
  base: {
    gridColumn: 3,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 500,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});
const Picture = chakra('svg', { base: { display: 'block', width: '100%', height: '20px' } });
const Line = chakra('span', { base: { position: 'absolute', insetInline: 0, top: '50%', height: '1px', bg: 'border' } });
const Place = chakra('svg', { base: { position: 'absolute', top: '4px', width: '12px', height: '12px', translate: '-50%' } });
/** Above the lanes, so that every part of them can be pressed and dragged. */
const Over = chakra('div', { base: { position: 'relative', gridColumn: 2, alignSelf: 'stretch', minHeight: 0 } });
const Slider = chakra('input', {
  base: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    appearance: 'none',
    bg: 'transparent',
    cursor: 'pointer',
    borderRadius: 'control',
    '&::-webkit-slider-thumb': { appearance: 'none', width: '2px', height: '100%', bg: 'transparent' },
    '&::-moz-range-thumb': { width: '2px', height: '100%', border: 0, bg: 'transparent' },
  },
});
const Cursor = chakra('span', {
  base: {
    position: 'absolute',
    insetBlock: '-4px',
    width: '2px',
    translate: '-50%',
    bg: 'fg',
    pointerEvents: 'none',
    ...drawnLine,
    _before: {
      content: '""',
      position: 'absolute',
      top: 0,
      left: '-4px',
      width: '10px',
      height: '10px',
      borderRadius: '3px 3px 5px 5px',
      bg: 'fg',
      ...drawnLine,
    },
  },
});
const Axis = chakra('div', {
  base: {
    gridColumn: 2,
    display: 'flex',
    justifyContent: 'space-between',
    color: 'fg.muted',
    textStyle: 'caption',
    fontVariantNumeric: 'tabular-nums',
  },
});
/** An instant between the ends, for which a phone has no room. */
const Between = chakra('span', { base: { hideBelow: 'md' } });

const UNITS = 1_000;
const HEIGHT = 20;
/** Minimum of the scale's upper end, in m/s, so that the speed of a standing device is drawn at the bottom. */
const LEAST_SPEED = 0.1;
/** Instants below the track, between its ends. */
const BETWEEN = [1 / 3, 2 / 3];

const shareOf = (at: number, { from, to }: TimeSpan): number => Math.min(1, Math.max(0, (at - from) / Math.max(1, to - from)));
const percent = (share: number): string => `${String(Math.round(share * 10_000) / 100)}%`;
const xOf = (at: number, span: TimeSpan): number => Math.round(shareOf(at, span) * UNITS * 10) / 10;

interface RunsProps {
  readonly reports: readonly RoomReport[];
  readonly span: TimeSpan;
  readonly knownTo: number;
}

function StateRuns({ reports, span, knownTo }: RunsProps) {
  const runs = activityRuns(reports, { from: span.from, to: knownTo }).map(({ from, to, kind }) => ({
    from,
    to,
    group: laneGroupOf(kind),
  }));
  return <LanePicture runs={runs} span={span} />;
}

function SpeedCurve({ reports, span }: { readonly reports: readonly RoomReport[]; readonly span: TimeSpan }) {
  const curves = speedCurves(reports, span);
  const most = Math.max(LEAST_SPEED, ...curves.flat().map(({ value }) => Math.abs(value)));
  const y = (value: number) => Math.round((HEIGHT - 2 - (Math.abs(value) / most) * (HEIGHT - 4)) * 10) / 10;
  const d = curves
    .map((points) => points.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${xOf(at, span)} ${y(value)}`).join(''))
    .join('');
  return (
    <Picture viewBox={`0 0 ${UNITS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </Picture>
  );
}

/** A mark on a lane that represents a row. */
type MarkedRow = Pick<LifeCycleRow, 'at'> & ComponentProps<typeof RoomMarkShape>;

function Marks({ rows, span }: { readonly rows: readonly MarkedRow[]; readonly span: TimeSpan }) {
  return (
    <>
      <Line />
      {rows.map((row, index) => (
        <Place key={index} viewBox="-6 -6 12 12" style={{ left: percent(shareOf(row.at, span)) }} aria-hidden="true">
          <RoomMarkShape kind={row.kind} />
        </Place>
      ))}
    </>
  );
}

/** Returns the notes in the span of the room as marks; null if the server keeps none. */
function useNoteMarks({ from, to }: TimeSpan): readonly MarkedRow[] | null {
  const { notes } = useRoom();
  return useMemo(
    () =>
      notes === null ? null : notes.notes.filter(({ at }) => at >= from && at <= to).map(({ at }): MarkedRow => ({ at, kind: 'note' })),
    [notes, from, to],
  );
}

const isOfPerson = ({ kind }: LifeCycleRow): boolean => kind === 'command' || kind === 'control';

interface LanesProps {
  readonly record: RoomRecord;
  readonly serial: string;
  readonly rows: readonly LifeCycleRow[];
  /** Null if the server keeps no notes; the lane of notes is then hidden. */
  readonly notes: readonly MarkedRow[] | null;
}

/** Renders the part that does not change with the playhead. */
const Drawn = memo(function Drawn({ record, serial, rows, notes }: LanesProps) {
  const { span, knownTo } = record;
  const reports = record.reports.get(serial) ?? [];
  const lanes: readonly (readonly [name: string, drawing: ReactNode])[] = [
    ['State', <StateRuns key="state" reports={reports} span={span} knownTo={knownTo} />],
    ['Speed', <SpeedCurve key="speed" reports={reports} span={span} />],
    ['Events', <Marks key="events" rows={rows.filter((row) => !isOfPerson(row))} span={span} />],
    ['Commands', <Marks key="commands" rows={rows.filter(isOfPerson)} span={span} />],
    ...(notes === null ? [] : [['Notes', <Marks key="notes" rows={notes} span={span} />] as const]),
  ];
  return lanes.map(([name, drawing], index) => [
    <Name key={`name ${name}`} style={{ gridRow: index + 1 }}>
      {name}
    </Name>,
    <Track key={name} style={{ gridRow: index + 1 }}>
      {drawing}
    </Track>,
  ]);
});

/** Returns how many rows of a list have happened by an instant: `3 of 5`. */
const countText = (rows: readonly Pick<LifeCycleRow, 'at'>[], at: number): string =>
  `${rows.filter((row) => row.at <= at).length} of ${rows.length}`;

/** Renders the values of the device at the playhead, one per lane. */
function Values({ record, serial, rows, notes }: LanesProps) {
  const { at } = useContext(RoomHeadContext);
  const report = recordedAt(record, serial, at);
  const happened = (of: readonly LifeCycleRow[]) => (at > record.knownTo ? MISSING : countText(of, at));
  const state = report === null ? MISSING : activityText(activityOf(report.state));
  const values = [
    state,
    report === null ? MISSING : poseText('current_velocity', report.state.current_velocity),
    happened(rows.filter((row) => !isOfPerson(row))),
    happened(rows.filter(isOfPerson)),
    ...(notes === null ? [] : [countText(notes, at)]),
  ];
  return values.map((value, index) => (
    <Value key={index} style={{ gridRow: index + 1 }} title={value}>
      {value}
    </Value>
  ));
}

/** The step of the slider's keys, in ms; ten times that with Shift. */
const KEY_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -STEP_MS],
  ['ArrowDown', -STEP_MS],
  ['ArrowRight', STEP_MS],
  ['ArrowUp', STEP_MS],
]);

/** Renders the playhead over the lanes, as a slider. */
function Playhead({ span, lanes }: { readonly span: TimeSpan; readonly lanes: number }) {
  const { errorAt, send } = useRoom();
  const { at } = useContext(RoomHeadContext);
  return (
    <Over style={{ gridRow: `1 / span ${lanes}` }}>
      <Slider
        type="range"
        aria-label="Playhead"
        aria-valuetext={`${momentText(at)}, ${offsetInWords(at - errorAt)}`}
        min={span.from}
        max={span.to}
        step={1}
        value={at}
        onKeyDown={(event) => {
          const byMs = KEY_STEPS.get(event.key);
          if (byMs === undefined) return;
          event.preventDefault();
          send({ kind: 'step', byMs: byMs * (event.shiftKey ? 10 : 1) });
        }}
        onChange={({ target }) => send({ kind: 'seek', at: Number(target.value) })}
      />
      <Cursor style={{ left: percent(shareOf(at, span)) }} />
    </Over>
  );
}

/**
 * Renders the bar of the room: the activities of the device in its span as lanes, the values at the playhead, and the playhead as a slider over them.
 */
export function RoomLanes({ record }: { readonly record: RoomRecord }) {
  const { machine_serial: serial } = useRoom().incident;
  const { span } = record;
  const rows = useLifeCycle(record);
  const notes = useNoteMarks(span);
  return (
    <Lanes>
      <Drawn {...{ record, serial, rows, notes }} />
      <Values {...{ record, serial, rows, notes }} />
      <Playhead span={span} lanes={notes === null ? 4 : 5} />
      <Axis>
        <span>{timeText(span.from)}</span>
        {BETWEEN.map((part) => (
          <Between key={part}>{timeText(span.from + part * (span.to - span.from))}</Between>
        ))}
        <span>{timeText(span.to)}</span>
      </Axis>
    </Lanes>
  );
}
