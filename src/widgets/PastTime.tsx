import { floorToPastStep, instantOfMinute, localMinute, STEP_MS, adjacentStep, zoneText } from '#domain/text/timeStep';
import { TimeStepField } from '#ui/TimeStepField';
import { useNewestStep } from './useNewestStep.ts';

interface Props {
  readonly label: string;
  /** Ms since epoch; null while the field holds no valid time. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
  /** The hint for an empty time, where it is optional; without it an empty time is a problem. */
  readonly openHint?: string | undefined;
  readonly problem?: string | undefined;
}

/** Renders a field for a time up to now in steps of five minutes, in the page's time zone, which it names. */
export function PastTime({ label, at, onAt, openHint, problem }: Props) {
  const newest = useNewestStep();
  const isMissing = at === null && openHint === undefined;
  const take = (text: string) => {
    const chosen = instantOfMinute(text, undefined);
    onAt(chosen === null ? null : floorToPastStep(chosen, newest));
  };
  return (
    <TimeStepField
      label={label}
      text={at === null ? '' : localMinute(at, undefined)}
      latest={localMinute(newest, undefined)}
      step={STEP_MS / 1_000}
      stepName="5 minutes"
      onText={take}
      onStep={(by) => onAt(adjacentStep(at ?? newest, by, newest))}
      hasLater={at !== null && at < newest}
      problem={problem ?? (isMissing ? 'Choose a day and a time.' : undefined)}
      hint={at === null && openHint !== undefined ? openHint : `Time in ${zoneText(at ?? newest, undefined)}`}
    />
  );
}
