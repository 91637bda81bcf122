import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { getAccountPolicy } from '#contract/sessionAccount';
import { FeaturesContext } from '#hooks/features';
import { eventsBatched } from '#state/events';
import { eventsOf } from '../state/eventsOf.ts';
import { answered } from '../widgets/aConsole.tsx';
import { signedIn } from './aPastConsole.tsx';

const follow = () => screen.queryByRole('button', { name: 'Follow the operator' });

/** The timeline of a console whose server announces these features. */
async function opened(features: readonly string[]) {
  const routed = (pages: ReactNode) => (
    <FeaturesContext value={features}>
      <MemoryRouter initialEntries={['/fleet/state']}>{pages}</MemoryRouter>
    </FeaturesContext>
  );
  const { liveStore } = signedIn('/fleet/state', { timeline: 'open' }, routed);
  await screen.findByRole('button', { name: 'Copy link to this moment' });
  const learn = (is_on: boolean, notice_seen_at: string | null, is_refused?: boolean) =>
    act(() => {
      const policy = answered(getAccountPolicy, { is_on, is_refused, days: 30, notice_seen_at, organisations: [] });
      liveStore.dispatch(eventsBatched(eventsOf([41, policy])));
    });
  return { learn };
}

it('[SACCT13] a server that keeps no accounts of sessions: the operator can be followed', async () => {
  await opened(['history']);
  expect(follow()).not.toBeNull();
});

it('[SACCT13] the operator can be followed where nobody has turned the switch; on, once the notice was seen, and not where it is off', async () => {
  const { learn } = await opened(['session_accounts']);
  expect(follow()).not.toBeNull();
  learn(false, null);
  expect(follow()).not.toBeNull();
  learn(true, null, false);
  expect(follow()).toBeNull();
  learn(true, '2026-03-04T13:05:09Z', false);
  expect(follow()).not.toBeNull();
  learn(false, '2026-03-04T13:05:09Z', true);
  expect(follow()).toBeNull();
});
