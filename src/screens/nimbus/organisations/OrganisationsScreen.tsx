import { ValidationScreen } from '../ValidationScreen.tsx';

/** Validation of organisations and what they own. */
export const OrganisationsValidationScreen = () => <ValidationScreen type="organisations" label="Organisations results" />;
