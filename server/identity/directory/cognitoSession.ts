/** The session with Cognito: signed requests for operations on the user pool, and the mapping of their errors. */

import { z } from '#contract/schema';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { awsDate, awsSignature } from './awsSignature.ts';
import { directoryFailure } from './directoryFailure.ts';
import type { DirectoryAnswer, DirectoryClient } from './directoryClient.ts';

/** The credentials of this server for Cognito: the key of a role that may read and change the users of the pool. */
export interface CognitoParts {
  readonly endpoint: string;
  readonly pool: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  readonly client: DirectoryClient;
  /** Waits for a number of ms. */
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** A function that calls an operation of the pool and returns its response. */
export type CognitoSession = (operation: string, body?: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<unknown>;

const TYPE = '__type';
const problem = z.looseObject({ [TYPE]: z.string(), message: z.catch(z.optional(z.string()), undefined) });
const READS = /^(List|Get|AdminList|AdminGet)/;
const BUSY = new Set(['TooManyRequestsException', 'LimitExceededException', 'ThrottlingException']);
const REFUSED =
  /^(NotAuthorized|AccessDenied|UnrecognizedClient|InvalidSignature|IncompleteSignature|ExpiredToken|MissingAuthenticationToken|SignatureDoesNotMatch|InvalidClientTokenId|ResourceNotFound)/;
const MAX_TRIES = 3;
const PAUSE_MS = 250;

/** Returns the kind and text of a failed response; null for a successful one. */
function problemOf({ status, body }: DirectoryAnswer): { readonly type: string; readonly text: string } | null {
  if (status < 400) return null;
  const read = problem.safeParse(body);
  if (!read.success) return { type: String(status), text: String(status) };
  // The kind may have a namespace: `com.amazonaws…#UserNotFoundException`.
  const type = read.data[TYPE].split('#').at(-1) ?? '';
  return { type, text: (read.data.message ?? type).slice(0, 200) };
}

function failureOf(operation: string, { type, text }: { readonly type: string; readonly text: string }): Error {
  if (BUSY.has(type)) return directoryFailure.busy();
  if (type === 'UsernameExistsException' || type === 'AliasExistsException') return directoryFailure.exists();
  if (type === 'UserNotFoundException') return createFailure('noAccount');
  return READS.test(operation) || REFUSED.test(type) ? directoryFailure.refused(type) : directoryFailure.unchanged(text);
}

/** Creates the session: the JSON protocol of Cognito with signed requests. Source: Amazon Cognito user pools API reference. */
export function createCognitoSession({ endpoint, pool, region, keyId, secret, client, pause, now }: CognitoParts): CognitoSession {
  const { host } = new URL(endpoint);
  const attempt = async (operation: string, text: string, tries: number, signal: AbortSignal | undefined): Promise<unknown> => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      host,
      'x-amz-date': awsDate(now()),
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    };
    const key = { id: keyId, secret, region, service: 'cognito-idp' };
    const authorization = awsSignature(key, { method: 'POST', path: '/', query: '', headers, body: text });
    const { host: _, ...sent } = headers;
    const isRead = READS.test(operation);
    const answer = await client({ method: 'POST', url: endpoint, headers: { ...sent, authorization }, body: text, isRead }, signal);
    const found = problemOf(answer);
    if (found === null) return answer.body;
    if (!BUSY.has(found.type) || tries + 1 >= MAX_TRIES) throw failureOf(operation, found);
    await pause(PAUSE_MS * 2 ** tries);
    return attempt(operation, text, tries + 1, signal);
  };
  return (operation, body = {}, signal) => attempt(operation, JSON.stringify({ UserPoolId: pool, ...body }), 0, signal);
}
