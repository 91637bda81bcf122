import { ValidationScreen } from '../ValidationScreen.tsx';

/** The `cognito` validation screen, for the accounts of the identity provider. */
export const CognitoScreen = () => <ValidationScreen type="cognito" label="Cognito results" />;
