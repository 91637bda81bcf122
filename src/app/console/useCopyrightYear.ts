import { selectNow } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';

/** Returns the current year for the footer, by the log's clock. */
export const useCopyrightYear = (): number => useAppSelector((s) => new Date(selectNow(s)).getUTCFullYear());
