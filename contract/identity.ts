/** Sign-in: login method, second factor (enrol, reset, move), own password, locales, and the calls `profile` and `me`. */

import { call } from './call.ts';
import { z } from './schema.ts';

/**
 * Returns whether the account of a mail address has a second factor; the field is missing if an external provider does not report it or enrols the factor
 * itself. Fails: 403 when the address may not sign in. Source: CALL-032, OPEN-01.
 */
export const postLoginMethod = call({
  method: 'POST',
  path: 'login_method',
  summary: 'Whether an e-mail address may sign in, and whether its second factor is set up.',
  access: 'none',
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  answer: z.object({ mfa_enabled: z.nullish(z.boolean()) }),
});

/**
 * Starts the enrolment of the caller's second factor and returns its QR code, a base64 PNG without `data:`. Fails: 409 when a second factor exists. Source:
 * CALL-033, OPEN-02.
 */
export const postSetupMfa = call({
  method: 'POST',
  path: 'users/setup_mfa',
  summary: 'Start enrolling a second factor; the answer is a QR image.',
  access: 'pending',
  secret: true,
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  // `otpauth`, the address in the QR code, is not in the specification; if it is missing, the console shows only the image.
  answer: z.object({ qr_code: z.string(), otpauth: z.nullish(z.string()) }),
});

/** Completes the enrolment with a six-digit code. Source: CALL-034, OPEN-03. */
export const postAssociateCode = call({
  method: 'POST',
  path: 'users/associate_code',
  summary: 'Finish enrolling a second factor.',
  access: 'pending',
  secret: true,
  body: z.object({ device_name: z.string().check(z.minLength(1), z.maxLength(100)), code: z.string().check(z.regex(/^\d{6}$/)) }),
  answer: z.object({ ok: z.boolean(), error: z.nullish(z.string()) }),
});

/**
 * With `enable` false, removes the second factor of an account, which revokes its sessions; otherwise checks whether it has one. Fails: 403 for callers who are
 * not admins and for their own account, 404 for an account that is unknown or that the caller may not change. Source: CALL-035, OPEN-04, GAP-70.
 */
export const postUpdateMfa = call({
  method: 'POST',
  path: 'users/update_mfa',
  summary: 'Changes whether an account has a second factor.',
  body: z.object({ email: z.string().check(z.maxLength(254)), enable: z.boolean() }),
  answer: z.object({ ok: z.boolean(), error: z.nullish(z.string()) }),
});

/** The outcome of a change. `field` names the invalid field of the body, if any. */
const outcome = z.object({ ok: z.boolean(), error: z.nullish(z.string()), field: z.nullish(z.string()) });
const sixDigits = z.string().check(z.regex(/^\d{6}$/));

/**
 * Changes the caller's password; each wrong password counts as an attempt to sign in. All other sign-ins of the account end. If `ok` is false, `error` contains
 * the reason. An extension of this server, announced as `accounts`.
 */
export const postChangePassword = call({
  method: 'POST',
  path: 'users/change_password',
  summary: 'Change the own password.',
  secret: true,
  body: z.object({ password: z.string().check(z.maxLength(800)), new_password: z.string().check(z.maxLength(800)) }),
  answer: outcome,
});

/**
 * Starts moving the caller's second factor to a new phone; the old one stays valid until `confirm_move_mfa`. Fails: 409 when the caller has no second factor.
 * An extension of this server, announced as `accounts`.
 */
export const postMoveMfa = call({
  method: 'POST',
  path: 'users/move_mfa',
  summary: 'Start moving the own second factor; the answer is a QR image.',
  secret: true,
  body: z.object({}),
  answer: z.object({ qr_code: z.string(), otpauth: z.nullish(z.string()) }),
});

/**
 * Completes the move with a code of the old phone (`current_code`) and one of the new phone (`code`); each attempt counts as an attempt to sign in.
 * All other sign-ins of the account end. An extension of this server, announced as `accounts`.
 */
export const postConfirmMoveMfa = call({
  method: 'POST',
  path: 'users/confirm_move_mfa',
  summary: 'Finish moving the own second factor.',
  secret: true,
  body: z.object({ device_name: z.string().check(z.minLength(1), z.maxLength(100)), current_code: sixDigits, code: sixDigits }),
  answer: outcome,
});

/**
 * Returns the locales that a user can select. An `archived` locale is offered only to users who already have it; an extension of this server, announced as
 * `languages`. Source: CALL-031, OPEN-12.
 */
export const getLocales = call({
  method: 'GET',
  path: 'locales',
  summary: 'Locales.',
  answer: z.object({ result: z.array(z.object({ id: z.string(), name: z.string(), archived: z.nullish(z.boolean()) })) }),
});

/**
 * The profile of the signed-in user, independent of the provider's claims: `username` is the id that a device reports as `controller`, `groups` holds role and
 * organisations. Unknown texts are '' or missing. `second_factor` is false while the sign-in may only enrol a second factor. Source: spec, User.
 */
export const profile = z.object({
  username: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  first_name: z.nullish(z.string()),
  family_name: z.nullish(z.string()),
  locale: z.nullish(z.string()),
  second_factor: z.boolean(),
  /** The rights of the user (`domain/people/callRights.ts`). If the server does not list them, the console restricts nothing in advance. */
  rights: z.nullish(z.array(z.string())),
});
/** The profile of the signed-in user. */
export type Profile = z.infer<typeof profile>;

/** Returns the caller's profile as the server resolved it for authorisation. Not in the specification; announced as `me`. */
export const getMe = call({
  method: 'GET',
  path: 'me',
  summary: 'Who the caller is.',
  access: 'pending',
  answer: profile,
});

/**
 * Returns the caller's profile for an ID token of the sign-in, whose `amr` or `acr` may prove the second factor that the access token does not mention; such a
 * proof is also accepted for the access token. Not in the specification; announced as `id_token`.
 */
export const postMe = call({
  method: 'POST',
  path: 'me',
  summary: 'Who the caller is, with the ID token of the sign-in.',
  access: 'pending',
  secret: true,
  body: z.object({ id_token: z.string().check(z.maxLength(16_384)) }),
  answer: profile,
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const identityCalls = {
  postLoginMethod,
  postSetupMfa,
  postAssociateCode,
  postUpdateMfa,
  postChangePassword,
  postMoveMfa,
  postConfirmMoveMfa,
  getLocales,
  getMe,
  postMe,
} as const;
