import { Link } from 'react-router-dom';
import { useIncidentsAddress } from './useIncidentsAddress.ts';

/** Opens the detail of an incident. */
export function InfoLink({ id }: { readonly id: string }) {
  const { searchOf } = useIncidentsAddress();
  return <Link to={{ search: searchOf(id) }}>Info</Link>;
}
