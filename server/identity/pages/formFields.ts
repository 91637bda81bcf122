/** The fields of the pages' forms, parsed in the same way by every page. */

import { z } from '#contract/schema';
import { PASSWORD_UNITS } from '#domain/people/newPassword';
import { typedCode } from '#domain/people/typedAddress';

/** A password as typed; its length and correctness are checked later. */
export const passwordField = z.string().check(z.maxLength(PASSWORD_UNITS));

/** The two fields for a new password and its repetition. */
export const newPasswordFields = { password: passwordField, again: passwordField };

/** A code in the form that apps show: `246 153` is `246153`; empty if the form has no such field. Source: TYPED1. */
export const codeField = z._default(z.pipe(z.string().check(z.maxLength(60)), z.transform(typedCode)), '');
