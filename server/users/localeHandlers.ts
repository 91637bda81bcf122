import { postCreateLocale, postDeleteLocale, postUpdateLocale } from '#contract/language';
import { seesEverything } from '#domain/people/rights';
import { forbidden } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Principal } from '../platform/principal.ts';
import { createLocale, type LocaleUse, removeLocale, updateLocale } from './locales.ts';
import type { UserDependencies } from './organisations.ts';

/** The calls of languages: add, change, remove. */
export type LocaleCall = 'postCreateLocale' | 'postUpdateLocale' | 'postDeleteLocale';

const done = { result: true };

function requireStaff({ role }: Principal): void {
  if (!seesEverything(role)) throw forbidden('Languages are for the staff of the provider to change.');
}

/** Creates the handlers of the languages that people can choose: add, change, remove. */
export function localeHandlers({ database, identity }: UserDependencies): Pick<Handlers, LocaleCall> {
  const { administration } = identity;
  const use: LocaleUse = {
    here: administration.emailsWith,
    // The list is empty for an external provider whose accounts are not read.
    elsewhere: async (id) => {
      const accounts = administration.managesAccounts ? null : await identity.accounts();
      return (accounts ?? []).flatMap(({ locale, email }) => (locale === id ? [email] : []));
    },
  };
  return {
    postCreateLocale: serve(postCreateLocale, async ({ caller, params, body }) => {
      requireStaff(caller);
      await createLocale(database, params.id, body.name);
      return done;
    }),
    postUpdateLocale: serve(postUpdateLocale, async ({ caller, params, body }) => {
      requireStaff(caller);
      await updateLocale(database, params.id, body);
      return done;
    }),
    postDeleteLocale: serve(postDeleteLocale, async ({ caller, params }) => {
      requireStaff(caller);
      await removeLocale(database, params.id, use);
      return done;
    }),
  };
}
