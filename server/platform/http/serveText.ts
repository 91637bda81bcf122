import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Call } from '#contract/call';
import { readRequest, type CallRequest, type Served } from './serve.ts';

/** The JSON text of an answer in pieces, each small enough to be passed on at once. */
export type TextPieces = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

/** Marks an answer that is JSON text already, so that the call registration neither checks nor formats it. */
export class ServedText {
  readonly pieces: TextPieces;
  constructor(pieces: TextPieces) {
    this.pieces = pieces;
  }
}

/** Creates the pieces one at a time, each in a turn of the event loop, for all answers of a server together. */
export type TurnQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates the turns of a server. */
export function createTurnQueue(): TurnQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    // Everything that has arrived meanwhile, a stop above all, is served before the next piece.
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

/** Returns a stream of text, each piece created in a turn of its own, when the previous one is read. */
export const streamOfPieces = (pieces: TextPieces): Readable =>
  Readable.from(paced(pieces, createTurnQueue()), { objectMode: false, highWaterMark: 1 });

/** Sends JSON text piece by piece, as fast as it is read; a client that disconnects ends the reading. */
export const sendText = (reply: FastifyReply, pieces: TextPieces, turns: TurnQueue): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(paced(pieces, turns), { objectMode: false, highWaterMark: 1 }));

/**
 * Binds a call whose answer may be large to a handler that returns JSON text; a turn queue sends one large answer at a time. Its content
 * was checked when it was stored.
 */
export function serveText<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<TextPieces>): Served<C> {
  return { call, answer: async (raw) => new ServedText(await handler(readRequest(call, raw))) };
}
