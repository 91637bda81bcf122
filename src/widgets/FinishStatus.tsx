import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CirclePause, CircleQuestionMark, CircleStop, CircleX, LoaderCircle } from 'lucide-react';
import { type Finish, finishOf } from '#domain/treatments/finishStatus';
import { Mark, type MarkIcon } from '#ui/Mark';
import type { Tone } from '#ui/palette';

/**
 * The icon turns in few steps, because a treatment runs for hours, and a smooth animation would redraw the whole page sixty times per second for that time.
 */
const Turning = chakra(LoaderCircle, { base: { animation: 'spin 2s steps(12) infinite', _motionReduce: { animation: 'none' } } });
const Line = chakra('span', { base: { display: 'inline-flex', verticalAlign: 'top', minWidth: 0, maxWidth: '100%' } });

const icons: Readonly<Record<Finish['icon'], MarkIcon>> = {
  'circle-check': CircleCheck,
  'circle-alert': CircleAlert,
  'circle-pause': CirclePause,
  'circle-stop': CircleStop,
  'circle-x': CircleX,
  'loader-circle': Turning,
  'circle-question-mark': CircleQuestionMark,
};

const tones: Readonly<Record<Finish['tone'], Tone>> = {
  success: 'online',
  warning: 'warning',
  danger: 'error',
  running: 'treating',
  unknown: 'offline',
};

interface Props {
  readonly finish_status: string | null | undefined;
  readonly reached_end: boolean | null | undefined;
}

/** Renders the result of a treatment as icon and word; a spinner while it runs. */
export function FinishStatus({ finish_status, reached_end }: Props) {
  const { tone, label, icon } = finishOf(finish_status, reached_end);
  return (
    <Line data-tone={tone}>
      <Mark tone={tones[tone]} icon={icons[icon]}>
        {label}
      </Mark>
    </Line>
  );
}
