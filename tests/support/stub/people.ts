import type { ProviderShape } from './provider.ts';

const WHO = { email: 'an@serrarobotics.example', name: 'An', family_name: 'Verhoeven' };
const usual = { refreshTokens: true, tokenSeconds: 3_600, endpointsElsewhere: false };

/** A system administrator with the documented claim names, and without `amr`. Source: checklist, User (signed-in). */
export const documentedPerson: ProviderShape = {
  ...usual,
  idToken: { sub: 'u-1', 'cognito:username': 'an', 'cognito:groups': ['user_type:system_admin'], ...WHO },
  accessToken: { sub: 'u-1', client_id: 'console-client', token_use: 'access', username: 'an' },
};

/** The same person at Amazon Cognito: endpoints on another origin; an access token without `aud`, e-mail and `amr`. */
export const cognitoPerson: ProviderShape = {
  ...documentedPerson,
  endpointsElsewhere: true,
  idToken: { ...documentedPerson.idToken, token_use: 'id' },
  accessToken: {
    sub: 'u-1',
    client_id: 'console-client',
    token_use: 'access',
    username: 'an',
    'cognito:groups': ['user_type:system_admin'],
    scope: 'openid email',
  },
};

/** The same person at a provider with other claims: `groups`, `preferred_username`, and an access token that is not a JWT. */
export const plainPerson: ProviderShape = {
  ...usual,
  idToken: {
    sub: 'u-1',
    preferred_username: 'an',
    groups: ['user_type:system_admin'],
    email: WHO.email,
    given_name: 'An',
    family_name: 'Verhoeven',
  },
  accessToken: 'opaque',
};
