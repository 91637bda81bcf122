import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { type MouseEvent, useState } from 'react';
import { firstMomentOf, laneGroups, type Lane, laneWords } from '#domain/history/lanes';
import { timeText, dateText } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import { countText } from '#domain/text/labels';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { MoreButton } from '#ui/MoreButton';
import { DeviceLink } from './DeviceLink.tsx';
import { LaneKeys, LanePicture } from './LanePicture.tsx';

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
const Foot = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '16px', rowGap: '4px', pt: '8px', color: 'fg.muted', textStyle: 'meta' },
});
const More = chakra('div', {
  base: { display: 'flex', alignItems: 'center', columnGap: '16px', pt: '8px', color: 'fg.muted', textStyle: 'meta' },
});
const Times = chakra('span', { base: { ms: 'auto', fontVariantNumeric: 'tabular-nums' } });

const lastedText = ({ lasted }: Lane): string =>
  laneGroups.flatMap((group) => (lasted[group] === 0 ? [] : [`${laneWords[group]} ${durationText(lasted[group] / 1_000)}`])).join(', ');

interface LaneProps {
  readonly lane: Lane;
  readonly span: TimeSpan;
  readonly onMoment: (serial: string, at: number) => void;
}

function OneLane({ lane, span, onMoment }: LaneProps) {
  const { serial } = lane;
  const name = useDeviceLabel(serial);
  const open = ({ currentTarget, clientX, detail }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pressed = span.from + ((clientX - left) / Math.max(1, width)) * (span.to - span.from);
    // A press with the keyboard has no position.
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
          <LanePicture runs={lane.runs} span={span} />
        </Bar>
      </td>
    </Row>
  );
}

/** Number of lanes shown initially: the lanes of a large fleet would push the content below out of reach, and devices in error come first. */
const FIRST_LANES = 24;

interface Props {
  readonly label: string;
  readonly lanes: readonly Lane[];
  readonly span: TimeSpan;
  /** Called with the device and the time of a press; a press with the keyboard means the first error of the device. */
  readonly onMoment: (serial: string, at: number) => void;
}

/** Renders the activities of devices in a span, one lane each, with a legend of the bars; a press opens that time. */
export function StateLanes({ label, lanes, span, onMoment }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lanes : lanes.slice(0, FIRST_LANES);
  return (
    <div>
      <Lanes aria-label={label}>
        <tbody>
          {shown.map((lane) => (
            <OneLane key={lane.serial} lane={lane} span={span} onMoment={onMoment} />
          ))}
        </tbody>
      </Lanes>
      {lanes.length > FIRST_LANES && (
        <More>
          {numberText(shown.length)} of {countText(lanes.length, 'device')}
          <MoreButton isOpen={isWhole} onOpen={setWhole} />
        </More>
      )}
      <Foot>
        <LaneKeys />
        <Times>
          {dateText(span.from)}, {timeText(span.from)} to {timeText(span.to)}
        </Times>
      </Foot>
    </div>
  );
}
