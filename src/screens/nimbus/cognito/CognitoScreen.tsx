import { ValidationScreen } from '../ValidationScreen.tsx';

/** Validation of the accounts of the identity provider. */
export const CognitoScreen = () => <ValidationScreen type="cognito" label="Cognito results" />;
