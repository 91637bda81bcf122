import { chakra } from '@chakra-ui/react';
import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleQuestionMark,
  CircleStop,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { type Finish, finishOf } from '#domain/treatments/finishStatus';
import { Mark } from '#ui/Mark';
import type { Tone } from '#ui/palette';

const icons: Readonly<Record<Finish['icon'], LucideIcon>> = {
  'circle-check': CircleCheck,
  'circle-alert': CircleAlert,
  'circle-pause': CirclePause,
  'circle-stop': CircleStop,
  'circle-x': CircleX,
  'loader-circle': LoaderCircle,
  'circle-question-mark': CircleQuestionMark,
};

const tones: Readonly<Record<Finish['tone'], Tone>> = {
  success: 'online',
  warning: 'warning',
  danger: 'error',
  running: 'treating',
  unknown: 'offline',
};

const Turning = chakra('span', {
  base: {
    display: 'inline-flex',
    verticalAlign: 'top',
    // The icon turns in few steps: a treatment runs for hours, and a smooth turn would draw the whole page sixty times per second all that time.
    '& .lucide-loader-circle': { animation: 'spin 2s steps(12) infinite', _motionReduce: { animation: 'none' } },
  },
});

interface Props {
  readonly finish_status: string | null | undefined;
  readonly reached_end: boolean | null | undefined;
}

/** Renders how a treatment ended as icon and word; a spinner while it runs. */
export function FinishStatus({ finish_status, reached_end }: Props) {
  const { tone, label, icon } = finishOf(finish_status, reached_end);
  return (
    <Turning data-tone={tone}>
      <Mark tone={tones[tone]} icon={icons[icon]}>
        {label}
      </Mark>
    </Turning>
  );
}
