import { useSearchParams } from 'react-router-dom';
import { z } from '#contract/schema';
import { limitsShape } from '#widgets/useTimeLimits';

const address = z.object({
  device_serial: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  ...limitsShape,
});
/** The filter of the list: one device, and the period of creation. */
export type TreatmentFilter = z.output<typeof address>;

/** Returns the filter in the URL and its setter; '' removes a part of it. An invalid instant filters nothing. */
export function useTreatmentFilter() {
  const [search, setSearch] = useSearchParams();
  const setFilter = (name: keyof TreatmentFilter, value: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [address.parse(Object.fromEntries(search)), setFilter] as const;
}
