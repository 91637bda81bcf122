import { chakra } from '@chakra-ui/react';
import { momentInWords } from '#domain/text/dates';
import { adjacentStep, floorToPastStep, STEP_MS, zoneText } from '#domain/text/timeStep';
import { useLogStore } from '#hooks/useAppSelector';
import { selectNow } from '#state/clock';
import { DateTimeField } from '#ui/form/DateTimeField';
import { dateTimeTexts } from './dateTimeTexts.ts';
import { useNewestStep } from './useNewestStep.ts';

/** A row of equally wide time fields; one below the other on a phone. */
export const TimeRow = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, 384px)' },
    gap: '12px 24px',
    flex: 'none',
  },
});

interface Props {
  readonly label: string;
  /** The time, in ms since epoch; null while the field has no valid time. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
  /** The hint for an empty time if it is optional; if omitted, an empty time is a problem. */
  readonly openHint?: string | undefined;
  readonly problem?: string | undefined;
}

/** Renders a field for a time up to now in steps of five minutes, in the page's time zone; repeats the time in words, with its time zone. */
export function PastTime({ label, at, onAt, openHint, problem }: Props) {
  const newest = useNewestStep();
  const store = useLogStore();
  const isMissing = at === null && openHint === undefined;
  return (
    <DateTimeField
      label={label}
      // A time in the current step belongs to today, but the end of the step may be midnight, which does not.
      texts={dateTimeTexts('minute', newest + STEP_MS - 1, undefined, () => selectNow(store.getState()))}
      at={at}
      onAt={(chosen) => onAt(chosen === null ? null : floorToPastStep(chosen, newest))}
      latest={newest}
      stepName="5 minutes"
      onStep={(by) => onAt(adjacentStep(at ?? newest, by, newest))}
      hasLater={at !== null && at < newest}
      problem={problem ?? (isMissing ? 'Choose a day and a time.' : undefined)}
      unreadable="Write a day and a time, such as 26/11/2026 02:40."
      hint={at === null ? (openHint ?? '') : `${momentInWords(at)}, ${zoneText(at, undefined)}`}
    />
  );
}
