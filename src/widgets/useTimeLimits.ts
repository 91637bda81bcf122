import { useSearchParams } from 'react-router-dom';
import { instant, z } from '#contract/schema';

/** The schema shape of a period in a URL; an invalid instant is ignored. */
export const limitsShape = {
  from: z.catch(z.optional(instant), undefined),
  to: z.catch(z.optional(instant), undefined),
};
const address = z.object(limitsShape);
/** The ends of a period, as ISO instants; undefined if there is no limit. */
export type TimeLimitsChosen = z.output<typeof address>;

/** Returns whether the end is before the start. */
export const areBackwards = ({ from, to }: TimeLimitsChosen): boolean =>
  from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from);

/** Returns the period in the URL, whose ends may be open, and its setter; '' removes a limit. Source: PERIOD1. */
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
