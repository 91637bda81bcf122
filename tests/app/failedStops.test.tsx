import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FailedStops } from '#app/console/FailedStops';
import type { EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { Dialog } from '#ui/Dialog';
import { StopControl } from '#widgets/StopControl';
import { stopPlaces } from '#widgets/stopPlaces';
import type { TimedEvent } from '../state/eventsOf.ts';
import { aDevice, annaSignedIn, devicesKnown, showing } from '../widgets/aConsole.tsx';
import { LiveConsole } from '../widgets/aLiveConsole.tsx';

const given = (serial: string, deviceName: string): EventPayload => ({
  kind: 'command.requested',
  commandId: serial,
  command: 'stop',
  request: { call: 'GET machine/{serial}/stop_immediately', params: { serial }, query: {} },
  serial,
  deviceName,
});
const failed = (commandId: string): EventPayload => ({ kind: 'command.rejected', commandId, failure: { status: 0, message: '' } });
const known: readonly TimedEvent[] = [
  [1, annaSignedIn],
  [1, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bram'))],
];
const failures: readonly TimedEvent[] = [
  [3, given('LF-01', 'Alba')],
  [4, failed('LF-01')],
  [5, given('LF-02', 'Bram')],
  [6, failed('LF-02')],
];

/** A page with the Stop of some devices and a dialog that is opened by a button, and the notices below it. */
function Page({ serials, sticky }: { readonly serials: readonly string[]; readonly sticky: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [hasSecond, setSecond] = useState(false);
  return (
    <LiveConsole>
      <stopPlaces.Provider>
        <main>
          <h1>Page</h1>
          {serials.map((serial) => (
            <StopControl key={serial} serial={serial} sticky={sticky} />
          ))}
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        </main>
        <Dialog open={isOpen} title="Names" onClose={() => setOpen(false)} actions={<button type="button">Last</button>}>
          <button type="button" onClick={() => setSecond(true)}>
            First
          </button>
        </Dialog>
        <Dialog open={hasSecond} title="More" onClose={() => setSecond(false)}>
          More names
        </Dialog>
        <div data-testid="lane">
          <FailedStops />
        </div>
      </stopPlaces.Provider>
    </LiveConsole>
  );
}
function aPage(serials: readonly string[], events: readonly TimedEvent[] = failures, sticky = true) {
  const intents: Intent[] = [];
  const shown = showing(<Page serials={serials} sticky={sticky} />, {
    address: '/device/configuration',
    events: [...known, ...events],
    intents,
  });
  const dismiss = (commandId: string) => shown.learn([9, { kind: 'stop.dismissed', commandId }]);
  return { ...shown, intents, dismiss };
}
const headlines = (inside: HTMLElement) =>
  within(inside)
    .queryAllByRole('alert')
    .map(({ textContent }) => /^(\w+) NOT stopped/.exec(textContent)?.[1]);

it.each([
  [[], ['Alba', 'Bram']],
  [['LF-02'], ['Alba']],
  [['LF-01', 'LF-02'], []],
] as const)(
  '[STOPWAY13] a failed stop is shown once: with the Stop of its device where that is always in view (%j), else below the page',
  (serials, below) => {
    aPage(serials);
    expect(headlines(screen.getByTestId('lane'))).toEqual(below);
    expect(headlines(document.body)).toHaveLength(2);
  },
);

it('[STOPWAY13] a failed stop whose Stop scrolls out of view is shown once, below the page', () => {
  aPage(['LF-01'], failures, false);
  expect(headlines(screen.getByTestId('lane'))).toEqual(['Alba', 'Bram']);
  expect(headlines(document.body)).toHaveLength(2);
});

const urgent = () => screen.getByRole('region', { name: 'Failed stops' });

it('[STOPWAY14] while a dialog is open every failed stop is over it, also one that fails meanwhile, and is retried there', async () => {
  const { intents, learn } = aPage(['LF-01'], failures.slice(0, 2));
  expect(screen.queryByRole('region', { name: 'Failed stops' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(headlines(urgent())).toEqual(['Alba']);
  learn(...failures.slice(2));
  expect(headlines(urgent())).toEqual(['Alba', 'Bram']);
  expect(urgent().closest('[inert]')).toBeNull();
  expect(screen.getByTestId('lane').closest('[inert]')).not.toBeNull();
  await userEvent.click(within(urgent()).getByRole('button', { name: 'Retry the stop of Bram' }));
  expect(intents).toMatchObject([{ kind: 'command.requested', command: 'stop', serial: 'LF-02' }]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Failed stops' })).toBeNull();
});

it('[STOPWAY14] Tab leads from the dialog to the notices and back, in both directions', async () => {
  aPage([]);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const names = ['First', 'Last', ...['Alba', 'Bram'].flatMap((name) => [`Retry the stop of ${name}`, `Close the notice about ${name}`])];
  const focusedName = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  for (const name of [...names, 'First']) {
    expect(focusedName()).toBe(name);
    await userEvent.tab();
  }
  await userEvent.tab({ shift: true });
  for (const name of ['First', ...names.toReversed()]) {
    expect(focusedName()).toBe(name);
    await userEvent.tab({ shift: true });
  }
});

it('[STOPWAY14] a second dialog over the first one leaves them in use', async () => {
  aPage([]);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(screen.getByRole('button', { name: 'First' }));
  expect(screen.getByRole('dialog', { name: 'Names' }).closest('[inert]')).not.toBeNull();
  expect(urgent().closest('[inert]')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(headlines(urgent())).toEqual(['Alba', 'Bram']);
});

it('[STOPWAY14] a dialog hides them from no screen reader, and is modal again without them', async () => {
  const { dismiss } = aPage([], failures.slice(0, 2));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = screen.getByRole('dialog', { name: 'Names' });
  expect(dialog).not.toHaveAttribute('aria-modal');
  dismiss('LF-01');
  expect(dialog).toHaveAttribute('aria-modal', 'true');
});

it('[STOPWAY14] when the last notice over a dialog goes, the focus is at the dialog; when the dialog closes, at its opener', async () => {
  const { dismiss } = aPage([]);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  within(urgent()).getByRole('button', { name: 'Close the notice about Alba' }).focus();
  dismiss('LF-01');
  await waitFor(() => expect(within(urgent()).getByRole('button', { name: 'Retry the stop of Bram' })).toHaveFocus());
  dismiss('LF-02');
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Names' })).toHaveFocus());
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});
