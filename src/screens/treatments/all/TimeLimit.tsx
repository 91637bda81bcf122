import { instantMs } from '#domain/dates';
import { clampToPast, instantOfMinute, localMinute, STEP_MS, stepBeside, zoneText } from '#domain/timeStep';
import { TimeStepField } from '#ui/TimeStepField';
import { useNewestStep } from '#widgets/useNewestStep';

interface Props {
  readonly label: string;
  /** An instant; left out for no limit. */
  readonly limit: string | undefined;
  /** '' for no limit. */
  readonly onLimit: (limit: string) => void;
  readonly problem?: string | undefined;
}

/** An end of a stretch of time that may be left open. */
export function TimeLimit({ label, limit, onLimit, problem }: Props) {
  const newest = useNewestStep();
  const at = instantMs(limit);
  const take = (chosen: number | null) => onLimit(chosen === null ? '' : new Date(clampToPast(chosen, newest)).toISOString());
  return (
    <TimeStepField
      label={label}
      text={at === null ? '' : localMinute(at, undefined)}
      latest={localMinute(newest, undefined)}
      step={STEP_MS / 1_000}
      stepName="5 minutes"
      onText={(text) => take(instantOfMinute(text, undefined))}
      onStep={(by) => take(stepBeside(at ?? newest, by, newest))}
      hasLater={at !== null && at < newest}
      problem={problem}
      hint={at === null ? 'No limit' : `Time in ${zoneText(at, undefined)}`}
    />
  );
}
