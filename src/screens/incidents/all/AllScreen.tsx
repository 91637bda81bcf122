import { IncidentDetail } from './IncidentDetail.tsx';
import { IncidentList } from './IncidentList.tsx';
import { useIncidentsAddress } from './useIncidentsAddress.ts';

/** All incidents, or the one that the address names. Source: INC-001..052. */
export function AllScreen() {
  const { incidentId } = useIncidentsAddress();
  return incidentId === null ? <IncidentList /> : <IncidentDetail key={incidentId} id={incidentId} />;
}
