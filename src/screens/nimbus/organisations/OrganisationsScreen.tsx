import { ValidationScreen } from '../ValidationScreen.tsx';

/** What is wrong with organisations and what they own. */
export const OrganisationsScreen = () => <ValidationScreen type="organisations" label="Organisations results" />;
