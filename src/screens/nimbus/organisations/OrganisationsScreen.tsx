import { ValidationScreen } from '../ValidationScreen.tsx';

/** Validation of organisations and the entities that they own. */
export const OrganisationsValidationScreen = () => <ValidationScreen type="organisations" label="Organisations results" />;
