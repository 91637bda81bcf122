import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createSaveFile } from '#edge/saveFile';
import { createSaveContent } from '#edge/saveBlob';

interface Saved {
  readonly name: string;
  readonly text: string;
}

function saving(answer: (signal: AbortSignal | null | undefined, init: RequestInit) => Promise<Response>) {
  const saved: Promise<Saved>[] = [];
  const sent: string[] = [];
  const saveFile = createSaveFile({
    sendsRequestIds: true,
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

it('[FILE3] a file too long, cut off, or without a connection is an error, and nothing is saved', async () => {
  const long = saving(async () => new Response('x', { headers: { 'content-length': '3000000000' } }));
  await expect(firstValueFrom(long.saveFile(ask, 'a'))).rejects.toThrow('too long');
  const cut = saving(async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })));
  await expect(firstValueFrom(cut.saveFile(ask, 'a'))).rejects.toThrow('terminated');
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
