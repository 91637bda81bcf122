import { Activity } from 'react';
import { IncidentDetail } from './IncidentDetail.tsx';
import { IncidentList } from './IncidentList.tsx';
import { useIncidentsAddress } from './useIncidentsAddress.ts';

/** All incidents, or the one that the address names. The list waits behind it, asks nothing, and keeps its page and its filters. Source: INC-001..052. */
export function AllScreen() {
  const { incidentId } = useIncidentsAddress();
  return (
    <>
      <Activity mode={incidentId === null ? 'visible' : 'hidden'}>
        <IncidentList />
      </Activity>
      {incidentId !== null && <IncidentDetail key={incidentId} id={incidentId} />}
    </>
  );
}
