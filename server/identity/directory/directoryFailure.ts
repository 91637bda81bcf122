import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, Unanswered, unavailable } from '../../platform/failure/failure.ts';
import { MAX_ACCOUNTS } from './directory.ts';

const RETRY_SECONDS = 5;

/** The failures of a directory, with texts for people. */
export const directoryFailure = {
  away: () => new Unanswered('The directory of the identity provider does not answer.', RETRY_SECONDS),
  busy: () => unavailable('The directory of the identity provider gets too many requests.', RETRY_SECONDS),
  slow: () => unavailable('The directory of the identity provider is still being read: try again in a moment.', RETRY_SECONDS),
  unclear: (what: string) => unavailable(`The directory of the identity provider answers with something else than ${what}.`),
  tooMany: () => unavailable(`The directory of the identity provider has more than ${MAX_ACCOUNTS} accounts: they are not listed here.`),
  refused: (code: string) =>
    unavailable(
      `The directory of the identity provider refuses this server (${code}): see OIDC_DIRECTORY_CLIENT_ID, OIDC_DIRECTORY_SECRET and what they may.`,
    ),
  unchanged: (reason: string) => conflict(`The identity provider did not change the account: ${reason}.`),
  exists: () => createFailure('accountExists'),
  several: () => conflict('Several accounts have this address: change them at the identity provider.'),
  noGroup: (name: string) => conflict(`The identity provider has no group "${name}": its administrator adds it there.`),
  addressElsewhere: () => conflict('The identity provider keeps the addresses of accounts: its administrator changes them there.'),
  lastAdmin: () => createFailure('lastSystemAdmin'),
  adminChanging: () => conflict('Another system admin is being changed at this moment. Try again.'),
} as const;
