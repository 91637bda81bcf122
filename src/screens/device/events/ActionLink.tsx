import { Link } from 'react-router-dom';
import type { EventAction } from '#contract/deviceEvent';
import { incidentLink } from '#domain/incident';
import { treatmentLink } from '#domain/treatmentRows';

/** Where an event leads; nothing for one that leads nowhere. */
export function ActionLink({ action }: { readonly action: EventAction | null }) {
  if (action === null) return null;
  if ('incident_id' in action) {
    return <Link to={incidentLink(action.incident_id)}>To Incident</Link>;
  }
  return <Link to={treatmentLink(action.treatment_id)}>To Treatment</Link>;
}
