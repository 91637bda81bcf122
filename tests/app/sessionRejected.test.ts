import { expect, it } from 'vitest';
import { isSessionRejected } from '#app/console/start';

const [ticked, rejected, closed, opened, renewed] = (
  ['clock.ticked', 'session.rejected', 'session.closed', 'session.opened', 'session.renewed'] as const
).map((kind) => ({ kind }));

it.each([
  ['without one', [ticked], false],
  ['of the open session', [ticked, rejected, ticked], true],
  ['of a former one, behind which another person signed in', [rejected, closed, opened], false],
  ['of the one that was opened', [closed, opened, rejected], true],
  ['of a former one, behind which the same person has another', [rejected, renewed], false],
  ['of the one that was renewed', [renewed, rejected], true],
  ['of both', [rejected, closed, opened, rejected], true],
])('[SIGNIN5] whether a batch ends the session by a rejection: %s', (_, events, isRejected) => {
  expect(isSessionRejected(events.flatMap((event) => (event === undefined ? [] : [event])))).toBe(isRejected);
});
