import { addressOf, type AnswerOf, type Call } from '#contract/call';
import { z } from '#contract/schema';
import { readZip } from './readZip.ts';

/** The outcome of a call: the parsed response, or status and error text. */
export type Outcome<C extends Call> =
  | { readonly ok: true; readonly status: number; readonly answer: AnswerOf<C>; readonly text: string; readonly headers: Headers }
  | { readonly ok: false; readonly status: number; readonly error: string; readonly text: string; readonly headers: Headers };

/** Options of a request. */
export interface Asking {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const failure = z.object({ error: z.string() });

/** Sends a call of the contract to a server and parses the response by the contract; throws when it does not match. */
export async function ask<C extends Call>(address: string, call: C, asking: Asking = {}): Promise<Outcome<C>> {
  const { params = {}, query = {}, body, token, headers = {} } = asking;
  const reply = await fetch(`${address}/api/${addressOf(call, params, query)}`, {
    method: call.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(call.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const type = reply.headers.get('content-type') ?? '';
  // The text of a spreadsheet is that of its parts, so that what it tells can be found.
  const text = type.includes('spreadsheetml') ? [...readZip(bytes).values()].join('\n') : bytes.toString('utf8');
  const isJson = type.includes('json');
  const content: unknown = isJson ? JSON.parse(text) : text;
  const rest = { status: reply.status, text, headers: reply.headers };
  if (!reply.ok) return { ok: false, error: failure.parse(content).error, ...rest };
  return { ok: true, answer: z.parse<C['answer']>(call.answer, content), ...rest };
}

/** Sends a call that must succeed and returns its response. */
export async function answerOf<C extends Call>(address: string, call: C, asking: Asking = {}): Promise<AnswerOf<C>> {
  const outcome = await ask(address, call, asking);
  if (!outcome.ok) throw new Error(`${call.name}: ${outcome.status} ${outcome.error}`);
  return outcome.answer;
}
