import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { z } from '#contract/schema';
import { inProcessBus, type Bus } from './bus.ts';

const CHANNEL = 'orangery_reports';
/** Maximum payload per NOTIFY in bytes: PostgreSQL rejects 8,000 or more, and the envelope takes a part. */
const MAX_BYTES = 7_000;
const RECONNECT_MS = 1_000;
/** Maximum number of incomplete messages kept; beyond it the oldest is dropped. */
const MAX_UNFINISHED = 100;

const envelope = z.object({ from: z.string(), id: z.number(), part: z.number(), of: z.number(), text: z.string() });

/** Splits messages into parts that fit one NOTIFY each; base64, so that a split never falls inside a character. */
function* piecesOf(messages: readonly unknown[]): Generator<{ part: number; of: number; text: string }> {
  const whole = Buffer.from(JSON.stringify(messages)).toString('base64');
  const of = Math.ceil(whole.length / MAX_BYTES);
  for (let part = 0; part < of; part += 1) yield { part, of, text: whole.slice(part * MAX_BYTES, (part + 1) * MAX_BYTES) };
}

/** Returns a handler that reassembles the parts of other instances. */
function createAssembler<Message>(message: z.ZodMiniType<Message>, onMessages: (messages: readonly Message[]) => void) {
  const unfinished = new Map<string, string[]>();
  return (payload: string) => {
    const piece = envelope.parse(JSON.parse(payload));
    const key = `${piece.from}/${piece.id}`;
    const parts = unfinished.get(key) ?? [];
    parts[piece.part] = piece.text;
    unfinished.set(key, parts);
    const oldest = unfinished.keys().next();
    if (unfinished.size > MAX_UNFINISHED && oldest.done !== true) unfinished.delete(oldest.value);
    if (parts.filter((part) => part !== undefined).length < piece.of) return;
    unfinished.delete(key);
    onMessages(z.array(message).parse(JSON.parse(Buffer.from(parts.join(''), 'base64').toString('utf8'))));
  };
}

/** Keeps one dedicated LISTEN connection and reconnects; a pool would replace its connections and lose the subscription. */
function keepListening(url: string, onPayload: (payload: string) => void, onError: (error: Error) => void) {
  let client: Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const connect = () => {
    const fresh = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client = fresh;
    const again = (error?: Error) => {
      if (error !== undefined) onError(error);
      if (closed || client !== fresh) return;
      client = null;
      retry = setTimeout(connect, RECONNECT_MS);
    };
    fresh.on('error', again);
    fresh.on('end', () => again());
    fresh.on('notification', (message) => onPayload(message.payload ?? ''));
    fresh
      .connect()
      .then(() => fresh.query(`listen ${CHANNEL}`), again)
      .catch(again);
  };
  connect();
  return {
    notify: (payload: string) => {
      const at = client;
      // In sequence: a client runs one query at a time. Without a client, messages are dropped.
      if (at !== null) last = last.then(() => at.query('select pg_notify($1, $2)', [CHANNEL, payload])).catch(onError);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

/**
 * Creates a bus for several instances over LISTEN/NOTIFY of one database. Listeners of this instance are called directly, so that they work without
 * the database.
 */
export function postgresBus<Message>(url: string, message: z.ZodMiniType<Message>, onError: (error: Error) => void): Bus<Message> {
  const local = inProcessBus<Message>();
  const from = randomUUID();
  const assemble = createAssembler(message, local.publish);
  const link = keepListening(
    url,
    (payload) => {
      if (payload.includes(from)) return;
      try {
        assemble(payload);
      } catch (error) {
        onError(error instanceof Error ? error : new Error('bad notification'));
      }
    },
    onError,
  );
  let id = 0;
  return {
    ...local,
    publish: (messages) => {
      local.publish(messages);
      id += 1;
      for (const piece of piecesOf(messages)) link.notify(JSON.stringify({ from, id, ...piece }));
    },
    close: link.close,
  };
}
