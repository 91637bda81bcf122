import { useSearchParams } from 'react-router-dom';
import { instant, z } from '#contract/schema';

const address = z.object({
  device_serial: z.string().min(1).optional().catch(undefined),
  from: instant.optional().catch(undefined),
  to: instant.optional().catch(undefined),
});
/** What the list is narrowed to: one device, and the time of creation. */
export type TreatmentFilter = z.output<typeof address>;

/** The filter that the address holds, and the way to change it; '' takes a part of it away. What is no instant filters nothing. */
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
