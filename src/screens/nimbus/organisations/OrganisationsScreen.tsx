import { ValidationScreen } from '../ValidationScreen.tsx';

/** Validation of organisations and what they own. */
export const OrganisationsScreen = () => <ValidationScreen type="organisations" label="Organisations results" />;
