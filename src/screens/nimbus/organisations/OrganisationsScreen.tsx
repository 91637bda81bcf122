import { ValidationScreen } from '../ValidationScreen.tsx';

/** The `organisations` validation screen, for organisations and the entities that they own. */
export const OrganisationsValidationScreen = () => <ValidationScreen type="organisations" label="Organisations results" />;
