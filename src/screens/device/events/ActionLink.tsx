import { Link } from 'react-router-dom';
import type { DeviceEvent } from '#contract/deviceEvent';
import { incidentLink } from '#domain/incident';
import { treatmentLink } from '#domain/treatmentRows';

/** Where an event leads; a text or a number of another server as it is, and nothing for an event that leads nowhere. */
export function ActionLink({ action }: { readonly action: DeviceEvent['action'] }) {
  if (action == null) return null;
  if (typeof action !== 'object') return String(action);
  const { incident_id, treatment_id } = action;
  if (incident_id != null && incident_id !== '') return <Link to={incidentLink(String(incident_id))}>To Incident</Link>;
  if (treatment_id != null && treatment_id !== '') return <Link to={treatmentLink(String(treatment_id))}>To Treatment</Link>;
  return null;
}
