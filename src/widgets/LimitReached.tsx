import { yesNo } from '#domain/yesNo';
import { Mark } from '#ui/Mark';
import { toneIcon } from '#ui/toneIcon';

/** Whether a SIM has used up what it may; a yes is a warning. */
export function LimitReached({ reached }: { readonly reached: boolean | null | undefined }) {
  if (reached !== true) return <>{yesNo(reached)}</>;
  return (
    <Mark tone="warning" icon={toneIcon.warning}>
      {yesNo(reached)}
    </Mark>
  );
}
