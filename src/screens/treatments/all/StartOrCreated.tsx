import type { Treatment } from '#contract/treatment';
import { TimeText } from '#widgets/TimeText';

/** When a treatment started; before that, when it was created. Source: TRT-004, GAP-24. */
export function StartOrCreated({ treatment: { start_time, creation_time } }: { readonly treatment: Treatment }) {
  if (start_time) return <TimeText at={start_time} />;
  return (
    <>
      Created: <TimeText at={creation_time} />
    </>
  );
}
