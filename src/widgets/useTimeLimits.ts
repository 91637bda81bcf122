import { useSearchParams } from 'react-router-dom';
import { instant, z } from '#contract/schema';

/** The period of an address, as parts of its schema; an invalid instant limits nothing. */
export const limitsShape = {
  from: z.catch(z.optional(instant), undefined),
  to: z.catch(z.optional(instant), undefined),
};
const address = z.object(limitsShape);
/** The ends of a period, ISO instants; undefined for no limit. */
export type TimeLimitsChosen = z.output<typeof address>;

/** Returns whether the end lies before the start. */
export const areBackwards = ({ from, to }: TimeLimitsChosen): boolean =>
  from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from);

/** Returns the period in the URL (open ends) and its setter; '' removes an end. Source: PERIOD1. */
export function useTimeLimits() {
  const [search, setSearch] = useSearchParams();
  const setLimit = (name: keyof TimeLimitsChosen, value: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [address.parse(Object.fromEntries(search)), setLimit] as const;
}
