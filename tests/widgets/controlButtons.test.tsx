import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sinceText } from '#domain/errorCodes/errorSince';
import type { Intent } from '#streams/intent';
import { DeviceHeaderBar } from '#widgets/DeviceHeaderBar';
import { useSelectedSerial } from '#widgets/useSelectedSerial';
import { reported, ticked, vanished, type TimedEvent } from '../state/eventsOf.ts';
import { aDevice, annaSignedIn, devicesKnown, showing } from './aConsole.tsx';

function Bar() {
  const selected = useSelectedSerial();
  return <DeviceHeaderBar selected={selected} serial={selected.serial} />;
}

const SINCE = '2026-03-04T13:05:00.000Z';
const NOW = Date.parse('2026-03-04T13:20:00Z') / 1_000;
const held = (over: object): TimedEvent => [NOW, reported('LF-01', 2, over)];
const bert = { controller: 'bert', controller_name: 'Bert Maes', controller_since: SINCE };
const anna = { controller: 'anna', controller_name: 'Anna B', controller_since: SINCE };

function bar(...events: readonly TimedEvent[]) {
  const intents: Intent[] = [];
  const view = showing(<Bar />, {
    events: [[1, annaSignedIn], [1, devicesKnown(aDevice('LF-01', 'Alba'))], ...events, [NOW, ticked]],
    intents,
  });
  const given = () =>
    intents.flatMap((intent) =>
      intent.kind === 'command.requested' ? [[intent.command, intent.request.call, intent.request.params]] : [],
    );
  return { ...view, given };
}

const button = (name: string) => screen.getByRole('button', { name });
const since = `since ${sinceText(Date.parse(SINCE), NOW * 1_000)}`;

it('[DEV-013] [DEV-015] [MSG-029] while nobody is in control, Request Control takes it at once', async () => {
  const { given } = bar(held({ controller: null }));
  expect(screen.getByText('You are not in control, in control now: Nobody')).toBeVisible();
  await userEvent.click(button('Request Control'));
  expect(given()).toEqual([['takeControl', 'GET machine/{serial}/take_control', { serial: 'LF-01' }]]);
});

it('[DEV-014] [DEV-016] [MSG-029] the holder sees since when, and gives control back', async () => {
  const { given } = bar(held(anna));
  expect(screen.getByText('You are in control').parentElement).toHaveTextContent(`You are in control ${since}`);
  expect(screen.queryByRole('button', { name: 'Request Control' })).toBeNull();
  await userEvent.click(button('Release Control'));
  expect(given()).toEqual([['releaseControl', 'GET machine/{serial}/release_control', { serial: 'LF-01' }]]);
});

it('[DEV-012] [DEV-015] [HOLD1] from another person it is taken only after a question that names holder, time and device', async () => {
  const { given } = bar(held(bert));
  expect(screen.getByText('You are not in control, in control now: Bert Maes').parentElement).toHaveTextContent(since);
  await userEvent.click(button('Request Control'));
  const dialog = screen.getByRole('alertdialog', { name: 'Are you sure?' });
  expect(within(dialog).getByText(`Bert Maes is in control of Alba ${since} and will be told that you take over.`)).toBeVisible();
  await userEvent.click(button('No'));
  expect(given()).toEqual([]);
  await userEvent.click(button('Request Control'));
  await userEvent.click(button('Yes'));
  expect(given()).toEqual([['takeControl', 'GET machine/{serial}/take_control', { serial: 'LF-01' }]]);
});

it('[DEV-013] [DEV-014] the second click of a double-click is no second command', async () => {
  const { given } = bar(held({ controller: null }));
  await userEvent.dblClick(button('Request Control'));
  expect(given()).toHaveLength(1);
});

it('[DEV-015] [HOLD1] a question that was asked stays what it was while control changes hands', async () => {
  const { given, learn } = bar(held(bert));
  await userEvent.click(button('Request Control'));
  learn([NOW + 1, reported('LF-01', 3, anna)]);
  expect(within(screen.getByRole('alertdialog')).getByText(/^Bert Maes is in control/)).toBeVisible();
  await userEvent.click(button('Yes'));
  expect(given().map(([name]) => name)).toEqual(['takeControl']);
});

it('[DEV-017] the former holder sees the banner change with the first report that says so', () => {
  const { learn } = bar(held(anna));
  learn([NOW + 1, reported('LF-01', 2, bert)]);
  expect(screen.getByText('You are not in control, in control now: Bert Maes')).toBeVisible();
  expect(button('Request Control')).toBeVisible();
});

it('[DEV-068] [MSG-029] control of a device that is not online is neither taken nor given back; the button says why', async () => {
  const { given, learn } = bar(held(anna));
  learn([NOW + 1, vanished('LF-01')]);
  expect(button('Release Control')).toHaveAccessibleDescription('Device is not online');
  await userEvent.hover(button('Release Control'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Device is not online');
  await userEvent.click(button('Release Control'));
  expect(given()).toEqual([]);
});
