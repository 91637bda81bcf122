import { timeText } from '#domain/dates';
import type { RootState } from '#state/store';
import { useAppSelector } from '#state/useAppSelector';

/** When the newest report came. */
export function LastUpdate({ select }: { readonly select: (s: RootState) => number | null }) {
  return `Last update ${timeText(useAppSelector(select))}`;
}
