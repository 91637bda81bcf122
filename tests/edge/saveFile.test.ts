import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createSaveFile } from '#edge/saveFile';
import { createSaveContent } from '#edge/saveBlob';
import { wholeFile } from '#edge/wholeFile';
import type { FileProgress } from '#streams/ports';

interface Saved {
  readonly name: string;
  readonly text: string;
}

function saving(answer: (signal: AbortSignal | null | undefined, init: RequestInit) => Promise<Response>) {
  const saved: Promise<Saved>[] = [];
  const sent: string[] = [];
  const saveFile = createSaveFile({
    sendsRequestIds: true,
    clock: { now: () => 0 },
    onProgress: () => undefined,
    apiRoot: '/api/',
    token: () => ({ value: 'secret', expiresAt: 0 }),
    fetch: (address, init = {}) => {
      const headers = new Headers(init.headers);
      sent.push(`${typeof address === 'string' ? address : ''} ${headers.get('authorization')} ${headers.get('accept')}`);
      return answer(init.signal, init);
    },
    save: (content, name) => saved.push(content.text().then((text) => ({ name, text }))),
  });
  return { saved, sent, saveFile };
}

const ask = { method: 'GET', address: 'lanes/csv', withToken: true } as const;
const named = (disposition: string, text = 'a,b') => new Response(text, { headers: { 'content-disposition': disposition } });

it('[FILE3] a file is asked for with the token, saved, and its content is in no reply', async () => {
  const { saveFile, saved, sent } = saving(async () => named('attachment; filename="lanes.csv"'));
  expect(await firstValueFrom(saveFile(ask, 'lanes-csv'))).toEqual({ status: 200, text: '', serverAt: null });
  expect(await Promise.all(saved)).toEqual([{ name: 'lanes.csv', text: 'a,b' }]);
  expect(sent).toEqual(['/api/lanes/csv Bearer secret */*']);
});

it.each([
  [`attachment; filename="caf_.csv"; filename*=UTF-8''caf%C3%A9.csv`, 'café.csv'],
  [`attachment; filename*=UTF-8''%E2%28; filename="plain.csv"`, 'plain.csv'],
  ['attachment; filename=bare.csv', 'bare.csv'],
  ['attachment; filename="a \\"b\\".csv"', 'a _b_.csv'],
  ['attachment; filename="../../.ssh/authorized_keys"', '_.._.ssh_authorized_keys'],
  ['attachment', 'lanes-csv'],
  ['', 'lanes-csv'],
])('[FILE1] [FILE3] under %j it is saved as %j', async (disposition, name) => {
  const { saveFile, saved } = saving(async () => named(disposition));
  await firstValueFrom(saveFile(ask, 'lanes-csv'));
  expect((await Promise.all(saved)).map((one) => one.name)).toEqual([name]);
});

it('[FILE3] a failure saves nothing and keeps its text', async () => {
  const { saveFile, saved } = saving(async () => new Response('{"error":"NotFound: no such file"}', { status: 404 }));
  const reply = await firstValueFrom(saveFile(ask, 'lanes-csv'));
  expect(reply).toEqual({ status: 404, text: '{"error":"NotFound: no such file"}', serverAt: null });
  expect(saved).toEqual([]);
});

it('[FILE3] [BODY1] of a file too long, cut off, or without a connection nothing is saved', async () => {
  const long = saving(async () => new Response('x', { headers: { 'content-length': '3000000000' } }));
  expect(await firstValueFrom(long.saveFile(ask, 'a'))).toEqual({ status: 200, text: '', serverAt: null, isTooLong: true });
  const cut = saving(async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })));
  await expect(firstValueFrom(cut.saveFile(ask, 'a'))).rejects.toThrow('The file was cut off.');
  const none = saving(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(firstValueFrom(none.saveFile(ask, 'a'))).rejects.toThrow('Failed to fetch');
  expect([...long.saved, ...cut.saved, ...none.saved]).toEqual([]);
});

it('[FILE3] leaving aborts the request', () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const { saveFile } = saving((signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  saveFile(ask, 'a').subscribe().unsubscribe();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

it('[FILE3] a text of the console is saved as UTF-8 under a safe name', async () => {
  const saved: { readonly content: Blob; readonly name: string }[] = [];
  createSaveContent((content, name) => saved.push({ content, name }))('a/b.csv', { text: 'é', type: 'text/csv' });
  expect(saved.map(({ content, name }) => [name, content.type, content.size])).toEqual([['a_b.csv', 'text/csv;charset=utf-8', 2]]);
});

interface Part {
  readonly text: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly end?: 'cut' | 'stalled';
}

const bytes = (text: string) => new TextEncoder().encode(text);
const partOf = ({ text, status = 200, headers = {}, end }: Part): Response => {
  const body = new ReadableStream({
    start: (to) => {
      if (text !== '') to.enqueue(bytes(text));
      if (end === undefined) to.close();
    },
    pull: (to) => (end === 'cut' ? to.error(new TypeError('network error')) : new Promise<void>(() => undefined)),
  });
  return new Response(body, { status, headers: { 'content-type': 'application/gzip', ...headers } });
};
const RESUMABLE = { 'accept-ranges': 'bytes', etag: '"one"' };

async function downloaded(parts: readonly Part[]) {
  const ranges: (string | null)[] = [];
  let next = 0;
  const saved: Promise<string>[] = [];
  const saveFile = createSaveFile({
    sendsRequestIds: true,
    clock: { now: () => 0 },
    onProgress: () => undefined,
    apiRoot: '/api/',
    token: () => null,
    stallMs: 20,
    fetch: async (_, init = {}) => {
      const headers = new Headers(init.headers);
      ranges.push(headers.get('range') === null ? null : `${headers.get('range')} ${headers.get('if-range')}`);
      const part = parts[next++];
      if (part === undefined) throw new TypeError('Failed to fetch');
      return partOf(part);
    },
    save: (content) => saved.push(content.text()),
  });
  const outcome = await firstValueFrom(saveFile(ask, 'a')).then(
    ({ status }) => String(status),
    (error: unknown) => String(error),
  );
  return { outcome, saved: await Promise.all(saved), ranges };
}

it.each<[string, readonly Part[], readonly (string | null)[]]>([
  ['whole', [{ text: 'abcdef', headers: { ...RESUMABLE, 'content-length': '6' } }], [null]],
  [
    'cut off twice',
    [
      { text: 'ab', headers: RESUMABLE, end: 'cut' },
      { text: 'cd', status: 206, end: 'cut' },
      { text: 'ef', status: 206 },
    ],
    [null, 'bytes=2- "one"', 'bytes=4- "one"'],
  ],
  [
    'shorter than announced',
    [
      { text: 'abc', headers: { ...RESUMABLE, 'content-length': '6' } },
      { text: 'def', status: 206 },
    ],
    [null, 'bytes=3- "one"'],
  ],
  [
    'stalled',
    [
      { text: 'abcd', headers: RESUMABLE, end: 'stalled' },
      { text: 'ef', status: 206 },
    ],
    [null, 'bytes=4- "one"'],
  ],
  ['cut off, and another content then', [{ text: 'xy', headers: RESUMABLE, end: 'cut' }, { text: 'abcdef' }], [null, 'bytes=2- "one"']],
])('[FILE6] a download that comes %s is saved whole', async (_, parts, ranges) => {
  expect(await downloaded(parts)).toEqual({ outcome: '200', saved: ['abcdef'], ranges });
});

it.each<[string, readonly Part[]]>([
  ['from a server that cannot give the rest', [{ text: 'ab', end: 'cut' }]],
  ['shorter than announced, without the rest', [{ text: 'ab', headers: { 'content-length': '6' } }]],
  ['and nobody answers for the rest', [{ text: 'ab', headers: RESUMABLE, end: 'cut' }]],
  [
    'and the rest is refused',
    [
      { text: 'ab', headers: RESUMABLE, end: 'cut' },
      { text: '{}', status: 401 },
    ],
  ],
  [
    'again and again without a byte',
    [
      { text: 'ab', headers: RESUMABLE, end: 'cut' },
      { text: '', status: 206, end: 'cut' },
    ],
  ],
])('[FILE6] a download cut off %s is an error, and nothing is saved', async (_, parts) => {
  const { outcome, saved: none } = await downloaded(parts);
  expect(outcome).toMatch(/Error/);
  expect(none).toEqual([]);
});

it.each<[string, Readonly<Record<string, string>>, number | null]>([
  ['with its length', { 'content-length': '6' }, 6],
  ['without a length', {}, null],
  ['compressed, whose length is another', { 'content-length': '3', 'content-encoding': 'gzip' }, null],
])('[FILE7] how much of a file came is reported with every piece: %s', async (_, headers, total) => {
  const progress: FileProgress[] = [];
  const body = new ReadableStream({
    start: (to) => {
      for (const text of ['abcd', 'ef']) to.enqueue(bytes(text));
      to.close();
    },
  });
  const saveFile = createSaveFile({
    sendsRequestIds: true,
    clock: { now: () => 0 },
    apiRoot: '/api/',
    token: () => null,
    fetch: async () => new Response(body, { headers }),
    onProgress: (one) => progress.push(one),
    save: () => undefined,
  });
  await firstValueFrom(saveFile(ask, 'a'));
  expect(progress).toEqual([
    { address: 'lanes/csv', bytes: 4, total },
    { address: 'lanes/csv', bytes: 6, total },
  ]);
});

it('[FILE7] a download that is cancelled with its last bytes saves nothing', async () => {
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { saveFile, saved } = saving(async () => {
    const body = new ReadableStream({
      pull: (to) => {
        to.close();
        subscription.unsubscribe();
        end();
      },
    });
    return new Response(body);
  });
  const subscription = saveFile(ask, 'a').subscribe();
  await isOver;
  await new Promise(setImmediate);
  expect(saved).toEqual([]);
});

const content = 'a,b\n'.repeat(250);

it.each<readonly [string, ResponseType, Readonly<Record<string, string>>, boolean]>([
  ['another origin, compressed', 'cors', { 'content-length': '29' }, true],
  ['another origin, compressed to more than it was', 'cors', { 'content-length': '1023' }, true],
  ['another origin, as it is', 'cors', { 'content-length': '1000' }, true],
  ['another origin, cut off', 'cors', { 'content-length': '2000' }, false],
  [
    'another origin that says that it did not compress, cut off',
    'cors',
    { 'content-length': '1023', 'content-encoding': 'identity' },
    false,
  ],
  ['another origin that says that it compressed', 'cors', { 'content-length': '29', 'content-encoding': 'gzip' }, true],
  ['the same origin, as it is', 'basic', { 'content-length': '1000' }, true],
  ['the same origin, cut off', 'basic', { 'content-length': '1001' }, false],
  [
    'another origin that offers ranges, cut off near its end',
    'cors',
    { 'content-length': '1023', 'accept-ranges': 'bytes', etag: '"a"' },
    false,
  ],
  [
    'another origin that offers ranges under a weak tag, compressed to more than it was',
    'cors',
    { 'content-length': '1023', 'accept-ranges': 'bytes', etag: 'W/"a"' },
    true,
  ],
])('[FILE11] a file from %s is saved if it is whole', async (_, type, headers, isWhole) => {
  const totals: (number | null)[] = [];
  const answer = Object.defineProperty(new Response(content, { headers }), 'type', { value: type });
  const reading = { stallMs: 1_000, onBytes: (__: number, total: number | null) => totals.push(total) };
  const saved = await wholeFile(answer, () => Promise.reject(new TypeError('Failed to fetch')), reading).then(
    (file) => file?.text(),
    () => null,
  );
  expect(saved).toBe(isWhole ? content : null);
  expect(totals.every((total) => total === null || total >= 1_000)).toBe(true);
});

it.each<ResponseType>(['cors', 'basic'])('[FILE11] a %s file of which no byte came is not saved', async (type) => {
  const answer = Object.defineProperty(new Response('', { headers: { 'content-length': '60' } }), 'type', { value: type });
  const reading = { stallMs: 1_000, onBytes: () => undefined };
  await expect(wholeFile(answer, () => Promise.reject(new TypeError('Failed to fetch')), reading)).rejects.toThrow('cut off');
});

it('[FILE11] the rest of a resumed file from another origin is not cut off at its end', async () => {
  const from = (body: string, status: number, length: number) =>
    Object.defineProperty(
      new Response(body, { status, headers: { 'content-length': String(length), 'accept-ranges': 'bytes', etag: '"a"' } }),
      'type',
      { value: 'cors' },
    );
  const rest = [from('c', 206, 2), from('d', 206, 1)];
  const request = (): Promise<Response> => Promise.resolve(rest.shift() ?? Response.error());
  const file = await wholeFile(from('ab', 200, 4), request, { stallMs: 1_000, onBytes: () => undefined });
  expect(await file?.text()).toBe('abcd');
});
