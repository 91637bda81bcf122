/** Maps a thrown error to the failure that is sent: status and `{ error: "<kind>: <text>" }`. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { databaseAway, isDatabaseAway, isTorn, isUnstorable } from '../failure/unavailable.ts';
import { createFailure, failures } from '../failure/catalogue.ts';
import { Failure } from '../failure/failure.ts';
import { createPace } from '../limits/pace.ts';
import { afterTimer } from '../timers.ts';

/** Maps a thrown error to the failure that is sent. Error messages of the framework and of libraries are never sent. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseAway(error)) return databaseAway();
  if (isUnstorable(error)) return createFailure('unstorable');
  if (isTorn(error)) return createFailure('torn');
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return createFailure('bodyTooLarge');
  if (status === 415) return createFailure('notJson');
  if (status === 429) return createFailure('tooManyAttempts');
  if (status >= 400 && status < 500) return new Failure(status, failures.unreadable.kind, failures.unreadable.text);
  return createFailure('serverFault');
}

/** Returns the response body `{ error: "<kind>: <text>" }`. */
export const errorText = (failure: Failure) => ({ error: `${failure.kind}: ${failure.message}` });

/** Responds to a request whose URL cannot be parsed. No hooks run for such a request, so `cache-control` is set here. */
export function answerUnreadable(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error);
  void reply.code(failure.status).header('cache-control', 'no-store').send(errorText(failure));
}

/** Maximum number of refusals that wait for their turn: one waits at most 2.5 s longer. */
const MAX_REFUSALS = 1_000;

/** Delay of a refusal for too many requests, in ms: a flooding client waits for it before its next request. */
export const REFUSAL_MS = 500;

/** Registers the error handler: failures are sent as JSON in the contract's shape; only status 500 is logged, with its cause. */
export function registerErrors(app: FastifyInstance, log: Logger): void {
  const inTurn = createPace(afterTimer, MAX_REFUSALS);
  const refusalTurn = async (reply: FastifyReply) => {
    await sleep(REFUSAL_MS);
    await new Promise<void>((resolve) => {
      const cancel = inTurn(resolve);
      // A client that has left takes no turn.
      reply.raw.once('close', () => {
        cancel();
        resolve();
      });
    });
  };
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error);
    if (failure.status === 429) await refusalTurn(reply);
    if (failure.status === 500) log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'server fault');
    if (failure.retryAfterSeconds !== null) reply.header('retry-after', String(failure.retryAfterSeconds));
    return reply.code(failure.status).send(errorText(failure));
  });
}
