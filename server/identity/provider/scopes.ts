/** The resource the access tokens are for; it becomes their `aud`. */
export const RESOURCE = 'urn:orangery-api';
/** What a person may be asked for, and the scope of the console itself. Source: CONST-059. */
export const ADMIN_SCOPE = 'console';
/** Every scope of a sign-in. The resource must list `openid` too, or a renewal gives no new ID token. */
export const SCOPES = `openid email profile ${ADMIN_SCOPE}`;
/** Where the provider lives below the public address. */
export const MOUNT = '/idp';
/** A password alone. */
export const HALF = ['pwd'];
/** A password and a code: the second factor is proved. */
export const WHOLE = ['pwd', 'otp', 'mfa'];
