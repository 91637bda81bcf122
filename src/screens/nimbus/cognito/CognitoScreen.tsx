import { ValidationScreen } from '../ValidationScreen.tsx';

/** What is wrong with the accounts of the identity provider. */
export const CognitoScreen = () => <ValidationScreen type="cognito" label="Cognito results" />;
