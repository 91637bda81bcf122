import { useSearchParams } from 'react-router-dom';
import { getMapIds } from '#contract/map';
import { useAnswer } from '#state/useAnswer';

/** The map that the address names, else the first; choosing one puts it there. Source: INC-061, INC-068, INC-069. */
export function useMapOfAddress() {
  const [search, setSearch] = useSearchParams();
  const ids = useAnswer(getMapIds, {});
  const listed = ids.answer?.result ?? [];
  const id = (search.get('map_id') || listed[0]) ?? null;
  return {
    ids,
    id,
    /** With the one that is asked for, also where nobody knows it. */
    choices: id === null || listed.includes(id) ? listed : [id, ...listed],
    choose: (map_id: string) => setSearch({ map_id }),
  };
}
