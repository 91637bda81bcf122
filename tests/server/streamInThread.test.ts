import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { streamInThread } from '#server/platform/threads/streamInThread';

it('[OPENED1] a stream that is not read, because the work ended before it began, is closed', async () => {
  const body = Readable.from(['x']);
  const work = {
    script: new URL('file:///nonexistent.ts'),
    data: null,
    receive: () => Promise.resolve(),
    withinMs: 1_000,
    memoryMb: 16,
    signal: AbortSignal.abort(new Error('closing')),
    texts: { late: 'late', failed: 'failed' },
  };
  await expect(streamInThread(body, work)).rejects.toThrow('closing');
  expect(body.destroyed).toBe(true);
});
