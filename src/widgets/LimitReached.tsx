import { yesNo } from '#domain/text/yesNo';
import { Mark } from '#ui/Mark';
import { toneIcon } from '#ui/toneIcon';

/** Renders whether a SIM has used up its data limit; "yes" is a warning. */
export function LimitReached({ reached }: { readonly reached: boolean | null | undefined }) {
  if (reached !== true) return <>{yesNo(reached)}</>;
  return (
    <Mark tone="warning" icon={toneIcon.warning}>
      {yesNo(reached)}
    </Mark>
  );
}
