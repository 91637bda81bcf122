import { useSearchParams } from 'react-router-dom';
import { instant, z } from '#contract/schema';

const address = z.object({
  device_serial: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.optional(instant), undefined),
  to: z.catch(z.optional(instant), undefined),
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
