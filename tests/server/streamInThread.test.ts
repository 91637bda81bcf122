import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { streamInThread } from '#server/platform/threads/streamInThread';

const workOnStream = new URL('../../server/platform/threads/workOnStream.ts', import.meta.url).href;
const failure = new URL('../../server/platform/failure/failure.ts', import.meta.url).href;

/** A script whose result is the number of its thread. Each test has its own, so that no thread of another one waits for it. */
const scriptOf = (test: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    // ${test}
    import { threadId } from 'node:worker_threads';
    import { invalid } from '${failure}';
    import { workOnStream } from '${workOnStream}';
    workOnStream(async (task, source, emit) => {
      if (task === 'refuse') throw invalid('refused ' + threadId);
      if (task === 'break') throw new Error('broken');
      if (task === 'leave') void source.next();
      else for await (const bytes of source) await emit(String(bytes));
      return threadId;
    });
  `)}`,
  );

const closing = new Error('closing');
const { signal } = new AbortController();

const workOf = (
  test: string,
  task: string,
  more: { readonly signal?: AbortSignal; readonly receive?: (part: unknown) => Promise<void> } = {},
) => ({
  script: scriptOf(test),
  data: task,
  receive: () => Promise.resolve(),
  withinMs: 60_000,
  memoryMb: 64,
  signal,
  texts: { late: 'late', failed: 'failed' },
  ...more,
});
const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);
const threadOf = (test: string, task = 'read') => streamInThread(bytesOf('x'), workOf(test, task));

it('[OPENED1] a stream that is not read, because the work ended before it began, is closed', async () => {
  const body = Readable.from(['x']);
  await expect(streamInThread(body, workOf('opened', 'read', { signal: AbortSignal.abort(closing) }))).rejects.toThrow('closing');
  expect(body.destroyed).toBe(true);
});

it('[THREAD1] a thread works on one stream after the other, also after one that it refused; two at the same time have one each', async () => {
  const parts: unknown[] = [];
  const receive = (part: unknown) => Promise.resolve(void parts.push(part));
  const first = await streamInThread(bytesOf('a'), workOf('reused', 'read', { receive }));
  await expect(threadOf('reused', 'refuse')).rejects.toThrow(`refused ${String(first)}`);
  expect(await streamInThread(bytesOf('b'), workOf('reused', 'read', { receive }))).toBe(first);
  expect(parts).toEqual(['97', '98']);
  const both = await Promise.all([threadOf('reused'), threadOf('reused')]);
  expect(both).toContain(first);
  expect(new Set(both).size).toBe(2);
});

const endless = () => new Readable({ read: () => undefined });

it.each([
  ['broke', (test: string) => expect(threadOf(test, 'break')).rejects.toThrow('failed')],
  [
    'was ended early',
    async (test: string) => {
      const ending = new AbortController();
      const ended = expect(streamInThread(endless(), workOf(test, 'read', { signal: ending.signal }))).rejects.toThrow('closing');
      ending.abort(closing);
      await ended;
    },
  ],
  [
    'still waits for bytes',
    (test: string) => expect(streamInThread(endless(), workOf(test, 'leave'))).resolves.toEqual(expect.any(Number)),
  ],
])('[THREAD1] a thread that %s gets no other stream', async (name, use) => {
  const first = await threadOf(name);
  await use(name);
  expect(await threadOf(name)).not.toBe(first);
});
