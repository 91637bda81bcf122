/** The catalogue of failures that more than one place returns, each with its text, status and case. */

import { Failure, failureKinds, type FailureKind } from './failure.ts';

/** A failure: its text, the case in which it is sent, and its HTTP `status` if that differs from the status of the kind. */
export interface FailureRow {
  readonly kind: FailureKind;
  readonly text: string;
  readonly when: string;
  readonly status?: number;
}

const UNKNOWN = 'or is not visible to the caller';

/** Failures that more than one place, or any call, returns. A text that only one place uses is defined there. Source: FAILURES1, `docs/failures.md`. */
export const failures = {
  noBearerToken: { kind: 'Unauthorized', text: 'a bearer token is needed', when: 'A call that needs a token has none.' },
  tokenExpired: { kind: 'Unauthorized', text: 'the token has expired', when: 'The token was valid until now.' },
  signInEnded: { kind: 'Unauthorized', text: 'The sign-in has ended.', when: 'The sign-in or the account of the token is gone.' },
  noSecondFactor: { kind: 'MfaRequired', text: 'this sign-in has no second factor', when: 'The call needs one.' },
  addressNotAllowed: {
    kind: 'NotAllowed',
    text: 'This address may not use the console.',
    when: 'The domain of the address is of no organisation.',
  },
  factorElsewhere: {
    kind: 'Forbidden',
    text: 'The second factor is managed by the identity provider.',
    when: 'The outside provider has the second factors of its accounts.',
  },
  factorsForAdmins: {
    kind: 'Forbidden',
    text: 'second factors are for admins to change',
    when: 'Somebody who is no administrator changes a second factor.',
  },
  ownFactor: {
    kind: 'Forbidden',
    text: 'your own second factor is for another admin to take away',
    when: 'An administrator takes the own second factor away.',
  },

  unreadable: {
    kind: 'Invalid',
    text: 'the request cannot be read',
    when: 'The URL, a header or the body is malformed; with the status of the fault, 400 or another 4xx.',
  },
  notJson: { kind: 'Invalid', text: 'the body must be JSON', when: 'The body has another content type.', status: 415 },
  unstorable: { kind: 'Invalid', text: 'a text holds characters that cannot be stored', when: 'A text has NUL or half a character.' },
  notMultipart: { kind: 'Invalid', text: 'the body must be multipart with a field file', when: 'A file comes in another form.' },
  noFileField: { kind: 'Invalid', text: 'the field file is missing', when: 'The form has no file.' },
  endBeforeStart: { kind: 'Invalid', text: 'The end lies before the start.', when: 'A period ends before it begins.' },
  nothingToChange: { kind: 'Invalid', text: 'There is nothing to change.', when: 'The body names nothing that is to change.' },
  historySpan: {
    kind: 'Invalid',
    text: 'The span of the history is empty or too long.',
    when: 'A span of the history ends before it begins, or exceeds the longest one.',
  },
  historyYears: {
    kind: 'Invalid',
    text: 'The years of the history are 1900 to 2099.',
    when: 'A span or a moment of the history lies in another year.',
  },
  historyRegion: {
    kind: 'Invalid',
    text: 'The rectangle has no area.',
    when: 'A region of a map that is searched ends where it begins, or before.',
  },
  historyZone: { kind: 'Invalid', text: 'There is no such time zone.', when: 'A list of past days names an unknown time zone.' },
  historyTooLong: {
    kind: 'TooLarge',
    text: 'This span has too many reports: ask for a shorter one.',
    when: 'A block of the history, or the search of a region, would take more reports than a server reads at once.',
  },

  noAccount: { kind: 'NotFound', text: 'no such account', when: `The account does not exist, ${UNKNOWN}.` },
  noAccountOfSession: {
    kind: 'NotFound',
    text: 'no such account of a session',
    when: `The account of a session does not exist, ${UNKNOWN}.`,
  },
  noBrowser: { kind: 'NotFound', text: 'no such browser', when: 'The browser is not registered for notifications of the caller.' },
  noConfiguration: {
    kind: 'NotFound',
    text: 'this device had no configuration at that time',
    when: 'No configuration that the caller may read was stored then.',
  },
  noCredentials: {
    kind: 'NotFound',
    text: 'no credentials are stored for this target',
    when: 'SSH credentials were never saved, or are those of a former owner.',
  },
  noDeployment: { kind: 'NotFound', text: 'no such deployment', when: `The deployment does not exist, ${UNKNOWN}.` },
  noDevice: { kind: 'NotFound', text: 'no such device', when: `The serial is of no device, ${UNKNOWN}.` },
  noDeviceType: { kind: 'NotFound', text: 'no such device type', when: 'The device type does not exist.' },
  noErrorCode: { kind: 'NotFound', text: 'no such error code', when: 'The error code does not exist.' },
  noEpisode: { kind: 'NotFound', text: 'no such episode', when: `No episode has this id, ${UNKNOWN}.` },
  noGreenhouse: { kind: 'NotFound', text: 'no such greenhouse', when: `The greenhouse does not exist, ${UNKNOWN}.` },
  noNote: { kind: 'NotFound', text: 'no such note', when: `The note does not exist, ${UNKNOWN}.` },
  noIncident: { kind: 'NotFound', text: 'no such incident', when: `The incident does not exist, ${UNKNOWN}.` },
  noKeptSpan: { kind: 'NotFound', text: 'no such kept span', when: `The span is not pinned, was released, ${UNKNOWN}.` },
  noLocation: { kind: 'NotFound', text: 'no such location', when: `The location does not exist, ${UNKNOWN}.` },
  noMap: { kind: 'NotFound', text: 'no such map', when: `The map does not exist, ${UNKNOWN}.` },
  noOrganisation: { kind: 'NotFound', text: 'no such organisation', when: `The organisation does not exist, ${UNKNOWN}.` },
  noValidation: { kind: 'NotFound', text: 'no such validation', when: 'There is no validation of this type or id.' },
  noVersion: { kind: 'NotFound', text: 'no such version', when: 'The map has no such version.' },

  accountBlocked: { kind: 'Conflict', text: 'The account is blocked: unblock it first.', when: 'A link is mailed for a blocked account.' },
  accountExists: {
    kind: 'Conflict',
    text: 'This email address has an account already.',
    when: 'A person who has an account is invited, or an account shall get the address of another one.',
  },
  deviceExists: { kind: 'Conflict', text: 'A device with this serial exists already.', when: 'A device is added, or gets another serial.' },
  lastSystemAdmin: {
    kind: 'Conflict',
    text: 'There would be no system admin left.',
    when: 'The last one is blocked, deleted or changed.',
  },
  mailAddressRefused: {
    kind: 'Conflict',
    text: 'The mail server refuses this address.',
    when: 'The mail server refuses the recipient for good, as of a mistyped address.',
  },
  secretsSealed: {
    kind: 'Conflict',
    text: 'the stored secrets were sealed with another key, save them anew',
    when: 'The key of the server is not the one that sealed the secrets of the metadata.',
  },
  torn: {
    kind: 'Conflict',
    text: 'Somebody else removed or used it in the meantime.',
    when: 'A thing was removed while it was used, or used while it was removed.',
  },

  bodyTooLarge: { kind: 'TooLarge', text: 'the body is too large', when: 'A call has more than 256 kB.' },
  tooManyAttempts: { kind: 'TooMany', text: 'too many attempts, wait a minute', when: 'The framework counted too many.' },
  tooManyRequests: { kind: 'TooMany', text: 'too many requests', when: 'An address, person or network sends more than its rate.' },
  serverFault: { kind: 'ServerFault', text: 'something went wrong in the server', when: 'Any other error.' },

  brokerAway: { kind: 'Unavailable', text: 'the device broker does not answer', when: 'A command or an account needs the broker.' },
  databaseAway: { kind: 'Unavailable', text: 'the database does not answer', when: 'The database cannot be reached, or is full.' },
  mailNotSent: {
    kind: 'Unavailable',
    text: 'The mail could not be sent. Try again later.',
    when: 'The mail server is away, or refuses the mail.',
  },
  providerAway: {
    kind: 'Unavailable',
    text: 'The identity provider does not answer.',
    when: 'A token cannot be checked without the outside provider.',
  },
  storageAway: { kind: 'Unavailable', text: 'the storage of files does not answer', when: 'The bucket cannot be reached.' },
} as const satisfies Readonly<Record<string, FailureRow>>;

/** Returns the HTTP status of a failure. */
export const statusOf = ({ kind, status = failureKinds[kind].status }: FailureRow): number => status;

/** Creates the failure of a row; `retryAfterSeconds` becomes the header `Retry-After`. */
export function createFailure(code: keyof typeof failures, retryAfterSeconds: number | null = null): Failure {
  const row = failures[code];
  return new Failure(statusOf(row), row.kind, row.text, retryAfterSeconds);
}
