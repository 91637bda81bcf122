import { incidentIdOf } from '#domain/incident';
import { IdForm } from '#ui/IdForm';
import { useIncidentsAddress } from './useIncidentsAddress.ts';

/** Opens an incident by its id. Source: INC-016, INC-017. */
export function GoToIncident() {
  const { open } = useIncidentsAddress();
  return <IdForm label="Incident ID" word="Go To Incident" read={incidentIdOf} onId={open} />;
}
