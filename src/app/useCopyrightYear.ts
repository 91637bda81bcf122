import { selectNow } from '#state/clock';
import { useAppSelector } from '#state/hooks/useAppSelector';

/** Returns the current year by the log's clock. */
export const useCopyrightYear = (): number => useAppSelector((s) => new Date(selectNow(s)).getUTCFullYear());
