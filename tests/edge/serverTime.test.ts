import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createSaveFile } from '#edge/saveFile';
import { createSend } from '#edge/send';

const DATE = Date.UTC(2026, 2, 4, 13, 5);
const LENGTH_MS = 600_000;
const get = { method: 'GET', address: 'lanes/csv', withToken: true } as const;

/** Senders to a server whose clock is right, of which each response takes ten minutes after its headers. */
function slowly(status: number) {
  const clock = { at: DATE, now: () => clock.at };
  const parts = {
    apiRoot: '/api/',
    sendsRequestIds: true,
    clock,
    onProgress: () => undefined,
    token: () => null,
    save: () => undefined,
    fetch: async () => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (to) => {
            clock.at += LENGTH_MS;
            to.enqueue(new TextEncoder().encode('{}'));
            to.close();
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status, headers: { date: new Date(DATE).toUTCString() } });
    },
  };
  return { clock, send: createSend(parts), saveFile: createSaveFile(parts) };
}

it.each([
  ['a response', 200, {}],
  ['a long response', 200, { asBytes: 'json' as const }],
  ['a shown file', 200, { asBytes: 'file' as const }],
  ['a failure', 404, {}],
])('[CLOCK11] the time of the server does not count how long %s takes to arrive', async (_, status, more) => {
  const { clock, send } = slowly(status);
  const { serverAt } = await firstValueFrom(send({ ...get, ...more }));
  expect([serverAt, clock.at]).toEqual([DATE + LENGTH_MS, DATE + LENGTH_MS]);
});

it.each([200, 404])('[CLOCK11] nor how long a download with status %d takes', async (status) => {
  const { clock, saveFile } = slowly(status);
  const { serverAt } = await firstValueFrom(saveFile(get, 'lanes'));
  expect([serverAt, clock.at]).toEqual([DATE + LENGTH_MS, DATE + LENGTH_MS]);
});
