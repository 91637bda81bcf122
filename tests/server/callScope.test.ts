import { expect, it } from 'vitest';
import { call } from '#contract/call';
import { z } from '#contract/schema';
import type { Scope } from '#server/platform/principal';
import { serve, serveUpload } from '#server/platform/http/serve';

const caller = {
  username: 'eva',
  email: '',
  name: '',
  role: null,
  groups: [],
  secondFactor: true,
  grant: null,
  expiresAt: 0,
  issuedAt: null,
};
const getSeen = call({ method: 'GET', path: 'seen/{id}', summary: 'What is seen.', answer: z.object({ seen: z.array(z.string()) }) });

const listed = (scope: Scope): string[] => (scope === 'all' ? ['all'] : [...scope]);

/** A caller whose organisations can change, and how often their scope was resolved. */
function aMember(...first: readonly string[]) {
  const state: { organisations: Scope; times: number } = { organisations: new Set(first), times: 0 };
  const scopeNow = () => {
    state.times += 1;
    return state.organisations;
  };
  return { state, raw: { params: { id: 'one' }, query: {}, body: {}, caller, scopeNow, requestId: 'one' } };
}

it('[SEE10] the scope is resolved when a handler first asks for it, once per request', async () => {
  const { state, raw } = aMember('de-linde');
  const { answer } = serve(getSeen, async (request) => {
    await Promise.resolve();
    const first = listed(request.scope);
    state.organisations = new Set(['later']);
    return { seen: [...first, ...listed(request.scope)] };
  });
  const served = answer(raw);
  state.organisations = new Set(['meanwhile']);
  expect([await served, state.times]).toEqual([{ seen: ['meanwhile', 'meanwhile'] }, 1]);
  expect(await answer(raw), 'the next request').toEqual({ seen: ['later', 'later'] });
});

it('[SEE10] a handler that names the scope among its arguments decides by that of the beginning', async () => {
  const { state, raw } = aMember('de-linde');
  const served = serve(getSeen, async ({ scope }) => {
    await Promise.resolve();
    return { seen: listed(scope) };
  }).answer(raw);
  state.organisations = new Set();
  expect(await served).toEqual({ seen: ['de-linde'] });
});

it('[SEE10] a call whose handler does not ask for the scope resolves none', async () => {
  const { state, raw } = aMember('de-linde');
  await serve(getSeen, ({ params }) => ({ seen: [params.id] })).answer(raw);
  expect(state.times).toBe(0);
});

it('[SEE10] a file is received by the scope of its head, and handled by that of its end', async () => {
  const { state, raw } = aMember('de-linde');
  const received: string[] = [];
  const { mayReceive, answer } = serveUpload(
    getSeen,
    async ({ scope }) => void received.push(...listed(scope)),
    async ({ scope }) => ({ seen: listed(scope) }),
  );
  await mayReceive?.(raw);
  state.organisations = new Set();
  expect([received, await answer(raw)]).toEqual([['de-linde'], { seen: [] }]);
});
