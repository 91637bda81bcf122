import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createSend } from '#edge/send';
import type { FileProgress } from '#streams/ports';

interface Sent {
  readonly address: string;
  readonly init: RequestInit;
}

function sending(answer: (sent: Sent) => Promise<Response>, longestBytes?: number, longestShownBytes?: number, sendsRequestIds = true) {
  const sent: Sent[] = [];
  const progress: FileProgress[] = [];
  const send = createSend({
    apiRoot: '/api/',
    sendsRequestIds,
    clock: { now: () => 0 },
    onProgress: (one) => progress.push(one),
    token: () => ({ value: 'secret', expiresAt: 0 }),
    fetch: (address, init = {}) => {
      const one = { address: typeof address === 'string' ? address : '', init };
      sent.push(one);
      return answer(one);
    },
    ...(longestBytes === undefined ? {} : { longestBytes }),
    ...(longestShownBytes === undefined ? {} : { longestShownBytes }),
  });
  return { sent, send, progress };
}

const get = { method: 'GET', address: 'machines', withToken: true } as const;

it('[SIGN-032] any status is an answer: a 401 keeps its text, HTML too, with the server time', async () => {
  const headers = { date: 'Wed, 04 Mar 2026 13:05:00 GMT' };
  const { send } = sending(async () => new Response('{"error":"Unauthorized: over"}', { status: 401, headers }));
  expect(await firstValueFrom(send(get))).toEqual({
    status: 401,
    text: '{"error":"Unauthorized: over"}',
    serverAt: Date.UTC(2026, 2, 4, 13, 5),
  });
  const html = sending(async () => new Response('<html>é</html>', { status: 502 }));
  expect(await firstValueFrom(html.send(get))).toEqual({ status: 502, text: '<html>é</html>', serverAt: null });
  const empty = sending(async () => new Response(null, { status: 204 }));
  expect(await firstValueFrom(empty.send(get))).toEqual({ status: 204, text: '', serverAt: null });
});

it('[SIGN-013] [ROLE-018] sends the bearer token and credentials, or neither of them', async () => {
  const { sent, send } = sending(async () => new Response('{}'));
  await firstValueFrom(send(get));
  await firstValueFrom(send({ method: 'POST', address: 'login_method', withToken: false, body: { email: 'a@b.c' } }));
  expect(
    sent.map(({ address, init }) => [address, init.method, init.credentials, new Headers(init.headers).get('authorization'), init.body]),
  ).toEqual([
    ['/api/machines', 'GET', 'include', 'Bearer secret', undefined],
    ['/api/login_method', 'POST', 'omit', null, '{"email":"a@b.c"}'],
  ]);
});

it('[SACCT10] what outlives its page is kept alive, unless its body is long, which browsers refuse', async () => {
  const { sent, send } = sending(async () => new Response('{}'));
  const post = { method: 'POST', address: 'history/accounts/a', withToken: true, outlivesPage: true } as const;
  await firstValueFrom(send({ ...post, body: { lines: [] } }));
  await firstValueFrom(send({ ...post, body: { lines: ['x'.repeat(16_000)] } }));
  await firstValueFrom(send(get));
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, undefined, undefined]);
});

it('[COMMAND6] the id of an act goes along as a header, and what is no act has none', async () => {
  const { sent, send } = sending(async () => new Response('{}'));
  await firstValueFrom(send(get));
  await firstValueFrom(send({ ...get, address: 'machine/LF-01/stop_immediately', requestId: '5f0c' }));
  expect(sent.map(({ init }) => new Headers(init.headers).get('x-request-id'))).toEqual([null, '5f0c']);
});

it('[FEAT1] a server that does not announce request ids gets none: its CORS rules may not know the header', async () => {
  const { sent, send } = sending(async () => new Response('{}'), undefined, undefined, false);
  await firstValueFrom(send({ ...get, address: 'machine/LF-01/stop_immediately', requestId: '5f0c' }));
  expect(sent.map(({ init }) => [...new Headers(init.headers).keys()])).toEqual([['accept', 'authorization']]);
});

it('[GAP-54] asks only once subscribed, and stops asking when nobody wants the answer any more', async () => {
  const { sent, send } = sending(() => new Promise(() => {}));
  const answer$ = send(get);
  expect(sent).toHaveLength(0);
  const subscription = answer$.subscribe();
  expect(sent[0]?.init.signal?.aborted).toBe(false);
  subscription.unsubscribe();
  expect(sent[0]?.init.signal?.aborted).toBe(true);
});

/** The response to a request whose body is too long. */
const tooLong = { status: 200, text: '', serverAt: null, isTooLong: true };

it('[GAP-54] [BODY1] errors only without an answer, and gives up one that is too long', async () => {
  const none = sending(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(firstValueFrom(none.send(get))).rejects.toThrow('Failed to fetch');
  const long = sending(async () => new Response('x'.repeat(11)), 10);
  expect(await firstValueFrom(long.send(get))).toEqual(tooLong);
  const fits = sending(async () => new Response('x'.repeat(10)), 10);
  expect((await firstValueFrom(fits.send(get))).text).toHaveLength(10);
});

it('[BODY1] of a failure that is too long its beginning is kept', async () => {
  const page = sending(async () => new Response('<html>Sign in</html>', { status: 401 }), 6);
  expect(await firstValueFrom(page.send(get))).toEqual({ status: 401, text: '<html>', serverAt: null });
});

it('[SLOW1] the progress of every response is passed on', async () => {
  const parts = ['{"a"', ':1}'].map((part) => new TextEncoder().encode(part));
  const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
    const next = parts.shift();
    if (next === undefined) to.close();
    else to.enqueue(next);
  };
  const body = () => new ReadableStream<Uint8Array>({ pull });
  const { send, progress } = sending(async () => new Response(body(), { headers: { 'content-length': '7' } }));
  expect((await firstValueFrom(send(get))).text).toBe('{"a":1}');
  expect(progress).toEqual([
    { address: 'machines', bytes: 4, total: 7 },
    { address: 'machines', bytes: 7, total: 7 },
  ]);
});

it('[FILE5] [BODY1] a file that is shown comes as bytes, a failure as its text; one too long is given up', async () => {
  const shown = { ...get, asBytes: 'file' } as const;
  const good = sending(async () => new Response(new Uint8Array([0, 255, 128])));
  expect(await firstValueFrom(good.send(shown))).toEqual({ status: 200, text: '', serverAt: null, bytes: new Uint8Array([0, 255, 128]) });
  const gone = sending(async () => new Response('{"error":"NotFound: gone"}', { status: 404 }));
  expect(await firstValueFrom(gone.send(shown))).toEqual({ status: 404, text: '{"error":"NotFound: gone"}', serverAt: null });
  const long = sending(async () => new Response('x', { headers: { 'content-length': '3000000000' } }));
  expect(await firstValueFrom(long.send(shown))).toEqual(tooLong);
});

it('[FILE5] a file that is shown is counted while it comes, whatever length it is reported to have', async () => {
  const shown = { ...get, asBytes: 'file' } as const;
  let isLetGo = false;
  const pieces = (count: number) =>
    new ReadableStream<Uint8Array>({
      pull(to) {
        if (count === 0) return to.close();
        count -= 1;
        to.enqueue(new Uint8Array([1, 2, 3]));
      },
      cancel: () => void (isLetGo = true),
    });
  const fits = sending(async () => new Response(pieces(3)), 1, 9);
  expect((await firstValueFrom(fits.send(shown))).bytes).toEqual(new Uint8Array([1, 2, 3, 1, 2, 3, 1, 2, 3]));
  const long = sending(async () => new Response(pieces(99)), 1, 9);
  expect(await firstValueFrom(long.send(shown))).toEqual(tooLong);
  expect(isLetGo).toBe(true);
});

it('[FRAME3] a response that a worker parses comes as bytes, bounded like a text; its request asks for JSON, and a failure is its text', async () => {
  const long = { ...get, asBytes: 'json' } as const;
  const { sent, send } = sending(async () => new Response('{"result":{}}'), 13, 99);
  const { text, bytes } = await firstValueFrom(send(long));
  expect([text, new TextDecoder().decode(bytes)]).toEqual(['', '{"result":{}}']);
  expect(new Headers(sent[0]?.init.headers).get('accept')).toBe('application/json');
  const tooMuch = sending(async () => new Response('{"result":{}}'), 12, 99);
  expect(await firstValueFrom(tooMuch.send(long))).toEqual(tooLong);
  const gone = sending(async () => new Response('{"error":"none"}', { status: 503 }));
  expect((await firstValueFrom(gone.send(long))).text).toBe('{"error":"none"}');
});

it('[CALL-046] a form goes with its file, and the browser writes its type', async () => {
  const { sent, send } = sending(async () => new Response('{}'));
  const body = { file: new Blob(['zip']) };
  await firstValueFrom(send({ method: 'POST', address: 'map/m/2.1.1/upload', withToken: true, body, asForm: true }));
  const form = sent[0]?.init.body;
  if (!(form instanceof FormData)) throw new Error('The body is no form.');
  expect([...form.keys()]).toEqual(['file']);
  expect(form.get('file')).toBeInstanceOf(Blob);
  expect(new Headers(sent[0]?.init.headers).has('content-type')).toBe(false);
});
