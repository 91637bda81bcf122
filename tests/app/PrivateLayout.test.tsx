import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { concat, defer, NEVER, of, shareReplay } from 'rxjs';
import { expect, it } from 'vitest';
import { ConsoleContext, type Console } from '#app/console/ConsoleContext';
import { PrivateLayout } from '#app/console/PrivateLayout';
import { type OwnAccount, OwnAccountContext } from '#hooks/OwnAccountContext';
import type { UploadState } from '#past/account/accountUpload';
import type { ShownRecording } from '#hooks/TimeTravelContext';
import type { ConsoleConfig, ServerFeature } from '#contract/config';
import { getAccountPolicy } from '#contract/sessionAccount';
import type { Intent } from '#streams/intent';
import { getAllDevices } from '#contract/devices/device';
import { reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { announcedTexts } from '../support/announcedTexts.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { annaSignedIn, showing } from '../widgets/aConsole.tsx';
import { LiveConsole } from '../widgets/aLiveConsole.tsx';

const { config } = idleConsole;

/** The frame on the dashboard; it reads the name of the product once each time it is drawn. */
interface Framed {
  readonly features?: readonly ServerFeature[];
  readonly recording?: ShownRecording;
  readonly account?: OwnAccount;
}
function framed({ features, recording, account }: Framed = {}) {
  let drawn = 0;
  const counted: ConsoleConfig = {
    ...config,
    get product() {
      drawn += 1;
      return 'Orangery';
    },
  };
  const console: Console = { ...idleConsole, config: counted };
  const view = (
    <ConsoleContext value={console}>
      <LiveConsole recording={recording}>
        <OwnAccountContext value={account === undefined ? null : async () => account}>
          <PrivateLayout />
          <Link to="/nowhere">Nowhere</Link>
        </OwnAccountContext>
      </LiveConsole>
    </ConsoleContext>
  );
  const intents: Intent[] = [];
  const shown = showing(view, {
    address: '/dashboard',
    events: [
      [1, annaSignedIn],
      [1, reported('LF-01', 1)],
      [2, ticked],
    ],
    intents,
    ...(features === undefined ? {} : { features }),
  });
  return { ...shown, intents, drawn: () => drawn };
}

it('[CORNER1] the age in the corner moves with the clock, and the frame around it is not drawn for that', () => {
  const { learn, drawn } = framed();
  expect(screen.getByText('1 s old')).toBeVisible();
  const before = drawn();
  for (const second of [3, 4, 5, 6]) learn([second, ticked]);
  expect(screen.getByText('5 s old')).toBeVisible();
  learn([7, reported('LF-01', 7)], [8, ticked]);
  expect(screen.getByText('1 s old')).toBeVisible();
  expect(drawn()).toBe(before);
});

it('[CORNER1] the last failure is shown in the corner, and data that is too old is amber', () => {
  const { learn } = framed();
  expect(screen.queryByText(/last failure/)).toBeNull();
  learn([3, { kind: 'request.failed', key: 'k', call: 'GET machines', failure: { status: 500, message: '' } }], [30, ticked]);
  expect(screen.getByText(/^last failure \d\d:\d\d$/)).toBeInTheDocument();
  expect(screen.getByText('29 s old').closest('button')?.querySelector('.lucide-clock-alert')).not.toBeNull();
});

it('[ANY2] the corner says how many items could not be read, and why asking last failed', async () => {
  const { learn } = framed();
  learn(
    [3, { kind: 'request.succeeded', key: 'k', call: 'GET incidents/all', answer: {}, unread: 2 }],
    [4, { kind: 'request.failed', key: 'k', call: 'GET machines', failure: { status: 500, message: 'Broken: pipe' } }],
  );
  expect(screen.getByText('2 unreadable')).toBeVisible();
  await userEvent.hover(screen.getByRole('button', { name: /^Data age/ }));
  expect(screen.getByRole('tooltip')).toHaveTextContent(/Last failure .*: GET machines, 500 Broken: pipe/);
  expect(screen.getByRole('tooltip')).toHaveTextContent('2 items could not be read and are not shown.');
});

const devicesAre = (count: number) => {
  const device = { serial: 'LF-01', name: 'One', device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', metadata_valid: true };
  const answer = { result: Array.from({ length: count }, () => device) };
  return { kind: 'request.succeeded', key: getAllDevices.name, call: getAllDevices.name, answer } as const;
};
const signedInWith = (groups: string[]) => {
  const profile = { username: 'bram', email: 'bram@example.org', groups, second_factor: true };
  return { kind: 'session.opened', profile } as const;
};

it('[CORNER1] [SHELL-002] it is drawn for what it shows itself, and not for its notices', () => {
  const { learn, drawn } = framed();
  const before = drawn();
  learn([3, { kind: 'page.offline' }]);
  expect(screen.getByText(/No internet connection found/)).toBeVisible();
  expect(drawn()).toBe(before);
  learn([4, signedInWith([])]);
  expect(drawn()).toBeGreaterThan(before);
});

it('[OIDC9] [ROLE-014] a person without a role reads who can assign one; the menu disappears once it is known to be empty', () => {
  const { learn } = framed();
  learn([3, signedInWith([])]);
  expect(screen.getByText('Your account has no role yet. An administrator of Serra Robotics can give you one.')).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Dashboard' })).toHaveLength(1);
  learn([4, devicesAre(0)]);
  expect(screen.queryAllByRole('link', { name: 'Dashboard' })).toHaveLength(0);
  learn([5, devicesAre(1)]);
  expect(screen.queryAllByRole('link', { name: 'Dashboard' })).toHaveLength(1);
});

it('[OIDC9] people of no organisation read who can add them to one, and nobody else reads anything', () => {
  const { learn } = framed();
  learn([3, signedInWith(['user_type:organisation_user'])]);
  expect(screen.getByText(/belongs to no organisation yet. An administrator of Serra Robotics can add it to one./)).toBeVisible();
  learn([4, signedInWith(['user_type:organisation_user', 'organisation:delinde'])]);
  expect(screen.queryByText(/An administrator of/)).toBeNull();
});

it('[TOAST3] a toast stays after the log has dropped its alert, until its own time is over; of a repeated one there is one, of many five', () => {
  const { learn } = framed();
  const raised = (text: string) => ({ kind: 'alert.raised', tone: 'success', text }) as const;
  learn([3, raised('Saved')]);
  learn([20, ticked]);
  expect(screen.getByText('Saved')).toBeVisible();
  learn([21, raised('Saved')]);
  expect(screen.getAllByText('Saved')).toHaveLength(1);
  fireEvent.animationEnd(screen.getByTestId('toast-life'));
  expect(screen.queryByText('Saved')).toBeNull();
  learn([22, ticked]);
  expect(screen.queryByText('Saved')).toBeNull();
  learn(...[30, 31, 32, 33, 34, 35, 36].map((at): TimedEvent => [at, raised(`Sent ${String(at)}`)]));
  expect(screen.getAllByText(/^Sent/).map(({ textContent }) => textContent)).toEqual(
    [32, 33, 34, 35, 36].map((at) => `Sent ${String(at)}`),
  );
});

it('[KEYS12] the list of keys has the switch of those of one character', async () => {
  framed();
  const user = userEvent.setup();
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: 'Keys of one character' }));
  await user.keyboard('{Escape}');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[ARIA1] the clock changes no text that a screen reader announces', () => {
  const { learn } = framed();
  const before = announcedTexts();
  for (const second of [3, 4, 5, 60]) learn([second, ticked]);
  expect(announcedTexts()).toEqual(before);
});

it('[KEYS7] "?" lists the keys and how to ask why, also from the account menu; typed into a field it is text', async () => {
  framed();
  const user = userEvent.setup();
  const list = () => screen.queryByRole('dialog', { name: 'Keys' });
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toHaveTextContent(
    /Right-click.*which event set it.*Long press.*W.*T.*timeline.*Zoom in, zoom out, everything.*Esc/,
  );
  await user.keyboard('{Escape}');
  await expect.poll(list).toBeNull();
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Keys, and how to ask why' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Keys' })).getByRole('button', { name: 'Close' }));
  await expect.poll(list).toBeNull();
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  await user.keyboard('?');
  expect(list()).toBeNull();
  field.remove();
});

const replayed: ShownRecording = { name: 'a', by: 'anna', from: 0, to: 1, damage: [], close: () => undefined };
it.each([
  ['a server that keeps accounts of sessions', {}, true],
  ['a server that does not announce them', { features: [] }, false],
  ['a replay', { recording: replayed }, false],
])('[SACCT9] the notice about accounts is asked for at %s: %3$s', async (_, options, isAsked) => {
  const { intents } = framed(options);
  // The keys come later than the notice would.
  await userEvent.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keys' });
  const asked = () => intents.some((intent) => intent.kind === 'query.subscribed' && intent.request.call === getAccountPolicy.name);
  await expect.poll(asked).toBe(isAsked);
});

it('[SACCT10] a page that there is not does not end the account of the session', async () => {
  const begun: string[] = [];
  const account: OwnAccount = {
    state$: defer(() => {
      begun.push('begun');
      return concat(of<UploadState>({ kind: 'off' }), NEVER);
    }).pipe(shareReplay({ bufferSize: 1, refCount: true })),
    isShared$: of(false),
    setShared: () => undefined,
    setPast: () => undefined,
    readLines: async () => [],
  };
  const { intents } = framed({ account });
  await expect.poll(() => begun).toHaveLength(1);
  // The keys come later than the notice, which has the account, too.
  await userEvent.keyboard('?');
  const keys = await screen.findByRole('dialog', { name: 'Keys' });
  await userEvent.click(within(keys).getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('link', { name: 'Nowhere' }));
  expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'warning', text: 'There is no page /nowhere' });
  await userEvent.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keys' });
  expect(begun).toHaveLength(1);
});
