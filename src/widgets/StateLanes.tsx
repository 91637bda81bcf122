import { chakra } from '@chakra-ui/react';
import type { MouseEvent } from 'react';
import { firstMomentOf, laneGroups, type Lane, type LaneGroup, laneWords } from '#domain/history/lanes';
import { timeText, dateText } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { DeviceLink } from './DeviceLink.tsx';

const Lanes = chakra('table', { base: { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' } });
const Row = chakra('tr', {
  base: { borderBottom: '1px solid', borderColor: 'border.muted', contentVisibility: 'auto', containIntrinsicSize: 'auto 32px' },
});
const Name = chakra('th', {
  base: {
    width: { base: '112px', md: '168px' },
    pe: '12px',
    textAlign: 'start',
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});
const Bar = chakra('button', {
  base: { display: 'block', width: '100%', height: { base: '44px', lg: '32px' }, borderRadius: 'control', _hover: { bg: 'bg.muted' } },
});
const Picture = chakra('svg', { base: { display: 'block', width: '100%', height: '20px' } });
const Foot = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '16px', rowGap: '4px', pt: '8px', color: 'fg.muted', textStyle: 'meta' },
});
const Key = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '6px' } });
const Times = chakra('span', { base: { ms: 'auto', fontVariantNumeric: 'tabular-nums' } });

const UNITS = 1_440;
const HEIGHT = 20;

/** Colour and height of each group: the height tells them apart where colours do not. */
const looks: Readonly<Record<LaneGroup, { readonly fill: string; readonly height: number }>> = {
  error: { fill: 'var(--o-colors-error-solid)', height: 20 },
  treating: { fill: 'var(--o-colors-treating-solid)', height: 14 },
  moving: { fill: 'var(--o-colors-fg-subtle)', height: 9 },
  idle: { fill: 'var(--o-colors-border-control)', height: 3 },
};

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the runs of a group as one path. */
function pathOf({ runs }: Lane, wanted: LaneGroup, { from, to }: Span): string {
  const scale = UNITS / Math.max(1, to - from);
  const { height } = looks[wanted];
  return runs
    .filter(({ group }) => group === wanted)
    .map((run) => {
      const [start, end] = [Math.max(run.from, from), Math.min(run.to, to)];
      const x = Math.round((start - from) * scale * 10) / 10;
      const width = Math.max(0.5, Math.round((end - start) * scale * 10) / 10);
      return `M${x} ${HEIGHT}v${-height}h${width}v${height}z`;
    })
    .join('');
}

const lastedText = ({ lasted }: Lane): string =>
  laneGroups.flatMap((group) => (lasted[group] === 0 ? [] : [`${laneWords[group]} ${durationText(lasted[group] / 1_000)}`])).join(', ');

interface LaneProps {
  readonly lane: Lane;
  readonly span: Span;
  readonly onMoment: (serial: string, at: number) => void;
}

function OneLane({ lane, span, onMoment }: LaneProps) {
  const { serial } = lane;
  const name = useDeviceLabel(serial);
  const open = ({ currentTarget, clientX, detail }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pressed = span.from + ((clientX - left) / Math.max(1, width)) * (span.to - span.from);
    // The keyboard presses no place.
    const at = detail === 0 ? firstMomentOf(lane) : pressed;
    if (at !== undefined) onMoment(serial, Math.round(at));
  };
  return (
    <Row>
      <Name scope="row">
        <DeviceLink serial={serial} name={name} hasSerial />
      </Name>
      <td>
        <Bar type="button" aria-label={`${name}: ${lastedText(lane)}. Open this time`} title={lastedText(lane)} onClick={open}>
          <Picture viewBox={`0 0 ${UNITS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {laneGroups.map((group) => (
              <path key={group} fill={looks[group].fill} d={pathOf(lane, group, span)} />
            ))}
          </Picture>
        </Bar>
      </td>
    </Row>
  );
}

interface Props {
  readonly label: string;
  readonly lanes: readonly Lane[];
  readonly span: Span;
  /** Called with the device and the time of a press; with the keyboard, with its first error. */
  readonly onMoment: (serial: string, at: number) => void;
}

/** Renders what devices did in a span, one lane each, and the meaning of the bars; a press leads to that time. */
export function StateLanes({ label, lanes, span, onMoment }: Props) {
  return (
    <div>
      <Lanes aria-label={label}>
        <tbody>
          {lanes.map((lane) => (
            <OneLane key={lane.serial} lane={lane} span={span} onMoment={onMoment} />
          ))}
        </tbody>
      </Lanes>
      <Foot>
        {laneGroups.map((group) => (
          <Key key={group}>
            <svg viewBox={`0 0 10 ${HEIGHT}`} width="10" height="20" aria-hidden="true">
              <path fill={looks[group].fill} d={`M0 ${HEIGHT}v${-looks[group].height}h10v${looks[group].height}z`} />
            </svg>
            {laneWords[group]}
          </Key>
        ))}
        <Times>
          {dateText(span.from)}, {timeText(span.from)} to {timeText(span.to)}
        </Times>
      </Foot>
    </div>
  );
}
