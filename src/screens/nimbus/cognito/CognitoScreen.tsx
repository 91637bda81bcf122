import { ValidationScreen } from '../ValidationScreen.tsx';

/** The screen of the validation `cognito`: accounts of the identity provider. */
export const CognitoScreen = () => <ValidationScreen type="cognito" label="Cognito results" />;
