import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { type LaneAmount, roundMost, roundSeconds } from '#domain/treatments/laneAmounts';
import { ageText, durationText } from '#domain/text/duration';
import { countText } from '#domain/text/labels';
import { MISSING, numberText } from '#domain/text/numbers';
import { BarPlot } from '#widgets/charts/BarPlot';
import { Flag, GridLine, Level, Pole, Pressed, Row, Rows, Time, Times } from '#widgets/charts/chartParts';
import { READING_KEYS } from '#widgets/charts/useReading';

const Quiet = chakra('span', { base: { color: 'fg.subtle', fontWeight: 400 } });

const HEIGHT_PX = 72;
/** Returns a round number of seconds on the axis. */
const secondsText = (seconds: number): string => (seconds === 0 ? '0' : ageText(seconds * 1_000));

/** Maximum number of lanes that are named below the bars. */
const NAMED = 8;
interface Props {
  /** At least one. */
  readonly lanes: readonly LaneAmount[];
  /** The unit of the dosages; null if it is not known. */
  readonly unit: string | null;
}

/** Returns the index of the lane that pointer or keys read (null while they read none), and the handlers that read it. */
function useReadLane(count: number) {
  const [read, setRead] = useState<number | null>(null);
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  const atPointer = ({ currentTarget, clientX }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return within(Math.floor(((clientX - left) / Math.max(1, width)) * count));
  };
  const handlers = {
    onPointerMove: (event: MouseEvent) => setRead(atPointer(event)),
    onPointerLeave: () => setRead(null),
    onBlur: () => setRead(null),
    onClick: (event: MouseEvent) => setRead(atPointer(event)),
    onKeyDown: (event: KeyboardEvent) => {
      const by = READING_KEYS.get(event.key);
      if (by === undefined) return;
      setRead(within((read ?? (by > 0 ? -1 : count)) + by));
      event.preventDefault();
    },
  };
  return { read, handlers };
}

const placeOf = (index: number, count: number): string => `${((index + 0.5) / count) * 100}%`;

/** A quantity of each lane (null if unknown), with its scale and texts. */
interface Measure {
  readonly name: string;
  readonly unit: string | null;
  readonly amounts: readonly (number | null)[];
  readonly most: number;
  readonly textOf: (amount: number | null | undefined) => string;
  readonly levelOf: (level: number) => string;
}

/** Returns the treatment time and the dosage, as far as any lane has them. */
function measuresOf(lanes: readonly LaneAmount[], unit: string | null): readonly Measure[] {
  const [times, dosages] = [lanes.map(({ seconds }) => seconds), lanes.map(({ dosage }) => dosage)];
  const time = {
    name: 'Treatment time',
    unit: null,
    amounts: times,
    most: roundSeconds(times),
    textOf: durationText,
    levelOf: secondsText,
  };
  const dosage = { name: 'Dosage', unit, amounts: dosages, most: roundMost(dosages), textOf: numberText, levelOf: numberText };
  return [time, dosage].filter(({ amounts }) => amounts.some((amount) => amount !== null));
}

/** Renders a quantity of all lanes as bars between two lines. */
function MeasureRow({ measure, read }: { readonly measure: Measure; readonly read: number | null }) {
  const { name, unit, amounts, most, textOf, levelOf } = measure;
  return (
    <Row
      name={name}
      {...(unit === null ? {} : { unit })}
      height={HEIGHT_PX}
      value={read === null ? <Quiet>Read a lane</Quiet> : textOf(amounts[read])}
    >
      {[most, 0].map((level) => (
        <span key={level} aria-hidden="true">
          <GridLine is="level" style={{ top: level === 0 ? '100%' : 0 }} />
          <Level isLowest={level === 0} style={{ top: level === 0 ? '100%' : 0 }}>
            {levelOf(level)}
          </Level>
        </span>
      ))}
      <BarPlot amounts={amounts} most={most} colour="treating.solid" />
    </Row>
  );
}

/** Renders the treatment time and the dosage of each lane as bars; pointer and keys read a lane. The table "Lanes" says the same. */
export function LaneChart({ lanes, unit }: Props) {
  const { read, handlers } = useReadLane(lanes.length);
  const measures = useMemo(() => measuresOf(lanes, unit), [lanes, unit]);
  const lane = read === null ? undefined : lanes[read];
  const words = measures.map(({ name, amounts, textOf }) => `${name} ${read === null ? MISSING : textOf(amounts[read])}`);
  const every = Math.ceil(lanes.length / NAMED);
  return (
    <>
      <Rows>
        {measures.map((measure) => (
          <MeasureRow key={measure.name} measure={measure} read={read} />
        ))}
        <Pressed
          role="slider"
          tabIndex={0}
          aria-label="Lane in the chart"
          aria-valuemin={1}
          aria-valuemax={lanes.length}
          aria-valuenow={(read ?? 0) + 1}
          aria-valuetext={lane === undefined ? countText(lanes.length, 'lane') : `Lane ${lane.lane}: ${words.join(', ')}`}
          {...handlers}
        >
          {read !== null && lane !== undefined && (
            <>
              <Pole isRead style={{ insetInlineStart: placeOf(read, lanes.length) }} />
              <Flag isRead style={{ insetInlineStart: placeOf(read, lanes.length), translate: read * 2 < lanes.length ? '0' : '-100%' }}>
                Lane {lane.lane}
              </Flag>
            </>
          )}
        </Pressed>
      </Rows>
      <Times aria-hidden="true">
        {lanes.map(({ lane: name }, index) =>
          index % every === 0 ? (
            <Time key={name} style={{ insetInlineStart: placeOf(index, lanes.length) }}>
              {name}
            </Time>
          ) : null,
        )}
      </Times>
    </>
  );
}
