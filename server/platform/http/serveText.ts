import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Call } from '#contract/call';
import { readRequest, type CallRequest, type Served } from './serve.ts';

/** The JSON text of a response in pieces, each small enough to be sent at once. */
export type TextPieces = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

/** A response that is already JSON text, which the call registration neither validates nor formats. */
export class ServedText {
  readonly pieces: TextPieces;
  constructor(pieces: TextPieces) {
    this.pieces = pieces;
  }
}

/** A queue that creates the pieces of all responses of a server one at a time, each in a separate turn of the event loop. */
export type TurnQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates the turn queue of a server. */
export function createTurnQueue(): TurnQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    // Everything that has arrived in the meantime, above all a stop, is handled before the next piece.
    last = own.catch(() => undefined).then(() => nextTurn());
    return own;
  };
}

async function* paced(pieces: TextPieces, turns: TurnQueue): AsyncGenerator<Buffer | string> {
  const from = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  try {
    for (;;) {
      const next = await turns(async () => from.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await from.return?.();
  }
}

/** Returns a stream of text, each piece of which is created in a separate turn, once the previous one has been read. */
export const streamOfPieces = (pieces: TextPieces): Readable =>
  Readable.from(paced(pieces, createTurnQueue()), { objectMode: false, highWaterMark: 1 });

/** Sends JSON text piece by piece, as fast as the client reads; a disconnected client ends the reading. */
export const sendText = (reply: FastifyReply, pieces: TextPieces, turns: TurnQueue): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(paced(pieces, turns), { objectMode: false, highWaterMark: 1 }));

/**
 * Binds a call with a large response to a handler that returns JSON text; a turn queue sends one large response at a time. The content was validated when it
 * was stored.
 */
export function serveText<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<TextPieces>): Served<C> {
  return { call, answer: async (raw) => new ServedText(await handler(readRequest(call, raw))) };
}
