import { call } from './call.ts';
import { z } from './schema.ts';

/** May this address use the console, and has it a second factor? 403 when it may not. Source: CALL-032, OPEN-01. */
export const postLoginMethod = call({
  method: 'POST',
  path: 'login_method',
  summary: 'Whether an e-mail address may sign in, and whether its second factor is set up.',
  access: 'none',
  body: z.object({ email: z.string().max(254) }),
  answer: z.object({ mfa_enabled: z.boolean() }),
});

/** Starts a new enrolment of the caller's own second factor: base64 PNG without `data:`. 409 when there is one. Source: CALL-033, OPEN-02. */
export const postSetupMfa = call({
  method: 'POST',
  path: 'users/setup_mfa',
  summary: 'Start enrolling a second factor; the answer is a QR image.',
  access: 'pending',
  secret: true,
  body: z.object({ email: z.string().max(254) }),
  answer: z.object({ qr_code: z.string() }),
});

/** Ends the enrolment with a six-digit code. Source: CALL-034, OPEN-03. */
export const postAssociateCode = call({
  method: 'POST',
  path: 'users/associate_code',
  summary: 'Finish enrolling a second factor.',
  access: 'pending',
  secret: true,
  body: z.object({ device_name: z.string().min(1).max(100), code: z.string().regex(/^\d{6}$/) }),
  answer: z.object({ ok: z.boolean(), error: z.string().optional() }),
});

/**
 * Takes the second factor of an account away, which ends its sign-ins; or says whether it has one. 403 for who is no admin and for the own
 * one, 404 for an account that is unknown or not the caller's to change. Source: CALL-035, OPEN-04, GAP-70.
 */
export const postUpdateMfa = call({
  method: 'POST',
  path: 'users/update_mfa',
  summary: 'Changes whether an account has a second factor.',
  body: z.object({ email: z.string().max(254), enable: z.boolean() }),
  answer: z.object({ ok: z.boolean(), error: z.string().optional() }),
});

/** Languages a person can choose. Source: CALL-031, OPEN-12. */
export const getLocales = call({
  method: 'GET',
  path: 'locales',
  summary: 'Locales.',
  answer: z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

/**
 * Who is signed in, whatever the provider calls it: `username` is the id that a device's `controller` names, `groups` give role and organisations.
 * Texts that are not known are '' or missing. `second_factor` is false while only the enrolment of one is open to this sign-in. Source: spec, User.
 */
export const profile = z.object({
  username: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  first_name: z.string().nullish(),
  family_name: z.string().nullish(),
  locale: z.string().nullish(),
  second_factor: z.boolean(),
});
/** Who is signed in. */
export type Profile = z.infer<typeof profile>;

/** Who the caller is to the server, which alone decides on rights. Beyond the documents; announced as `me`. */
export const getMe = call({
  method: 'GET',
  path: 'me',
  summary: 'Who the caller is.',
  access: 'pending',
  answer: profile,
});
