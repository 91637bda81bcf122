import { useSearchParams } from 'react-router-dom';
import { treatmentIdOf } from '#domain/treatments/treatment';

const TREATMENT_ID = 'treatment_id';

/** Returns the treatment id in the URL (`treatment_id`), null if it is missing, and its setter. Source: TRT-015. */
export function useTreatmentId() {
  const [search, setSearch] = useSearchParams();
  const setId = (id: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      next.set(TREATMENT_ID, id);
      return next;
    });
  return [treatmentIdOf(search.get(TREATMENT_ID)), setId] as const;
}
