import { expect, it } from 'vitest';
import { createFetchProfile } from '#edge/browserSession';

const config = { api_root: '/api', features: ['me'] } as const;
const tokens = { accessToken: 'a', idToken: null };

it('[STOPWAY8] a profile that the server never sends is given up: the renewed token does not wait for it', async () => {
  const end = new AbortController();
  const silent: typeof fetch = (_, options) =>
    new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  const profile = createFetchProfile({ ...config, features: [...config.features] }, silent, () => end.signal)(tokens, 5_000);
  end.abort();
  expect(await profile).toBeNull();
});

it('[STOPWAY8] so is one whose body does not end', async () => {
  const end = new AbortController();
  const halfSent: typeof fetch = async (_, options) => {
    const body = new ReadableStream({
      start: (controller) => options?.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
    });
    return new Response(body);
  };
  const profile = createFetchProfile({ ...config, features: [...config.features] }, halfSent, () => end.signal)(tokens, 5_000);
  end.abort();
  expect(await profile).toBeNull();
});
