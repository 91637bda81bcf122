import { ValidationScreen } from '../ValidationScreen.tsx';

/** The screen of the validation `organisations`: organisations and the entities that they own. */
export const OrganisationsValidationScreen = () => <ValidationScreen type="organisations" label="Organisations results" />;
