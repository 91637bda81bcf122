/** Constants of the embedded provider: audience, scopes, the path `/idp`, and the `amr` values for one and for both factors. */

/** The resource of the access tokens; it becomes their `aud`. */
export const RESOURCE = 'urn:orangery-api';
/** The console's own scope. Source: CONST-059. */
export const ADMIN_SCOPE = 'console';
/** All scopes of a sign-in. The resource must list `openid` too; otherwise a renewal returns no new ID token. */
export const SCOPES = `openid email profile ${ADMIN_SCOPE}`;
/** Path of the provider below the public address. */
export const MOUNT = '/idp';
/** `amr` of a sign-in with only a password. */
export const HALF = ['pwd'];
/** `amr` of a sign-in with password and code: the second factor is proved. */
export const WHOLE = ['pwd', 'otp', 'mfa'];
