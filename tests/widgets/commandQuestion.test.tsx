import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useContext, useState } from 'react';
import { expect, it } from 'vitest';
import { IntentContext } from '#hooks/IntentContext';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectListedDevice } from '#state/referenceData';
import { CommandButton } from '#widgets/CommandButton';
import { CommandQuestionProvider } from '#widgets/CommandQuestion';
import type { Intent } from '#streams/intent';
import { reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { aDevice, annaSignedIn, devicesKnown, showing } from './aConsole.tsx';

const TEXT = 'Stop Alba immediately. It stops where it stands. A treatment in progress ends.';
const known: readonly TimedEvent[] = [
  [1, annaSignedIn],
  [1, devicesKnown(aDevice('LF-01', 'Alba'))],
  [2, reported('LF-01', 2)],
];
const stop = () => screen.getByRole('button', { name: 'Stop Immediately' });

/** A row that is there while the list has its device, as in a list of devices in error. */
function Row() {
  const isListed = useAppSelector((s) => selectListedDevice(s, 'LF-01') !== undefined);
  return isListed ? <CommandButton name="stop" serial="LF-01" /> : null;
}

function rows() {
  const intents: Intent[] = [];
  const page = (
    <>
      <h1>Devices</h1>
      <Row />
    </>
  );
  const { learn } = showing(page, { events: known, intents });
  const lose = () => learn([3, devicesKnown(aDevice('LF-02', 'Bram'))]);
  return { intents, lose, learn };
}

it('[STOPWAY12] the question of a stop stays when the row of its button is gone; by keyboard alone, Yes stops and the heading has the focus', async () => {
  const { intents, lose } = rows();
  stop().focus();
  await userEvent.keyboard('{Enter}');
  lose();
  expect(screen.queryByRole('button', { name: 'Stop Immediately' })).toBeNull();
  screen.getByText(TEXT);
  expect(screen.getByRole('button', { name: 'No' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  expect(intents).toMatchObject([{ kind: 'command.requested', command: 'stop', serial: 'LF-01', deviceName: 'Alba' }]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Devices' })).toHaveFocus());
});

it('[STOPWAY12] Escape on it stops nothing, and the focus returns to the button that is still there', async () => {
  const { intents } = rows();
  await userEvent.click(stop());
  await userEvent.keyboard('{Escape}');
  expect(intents).toEqual([]);
  expect(stop()).toHaveFocus();
});

it('[STOPWAY12] without a connection, and after the page went on to a moment of the past, Yes still stops the device of the question', async () => {
  const intents: Intent[] = [];
  function Page() {
    const live = useContext(IntentContext);
    const [isPast, setPast] = useState(false);
    return (
      <CommandQuestionProvider>
        <IntentContext value={isPast ? null : live}>
          <CommandButton name="stop" serial="LF-01" />
        </IntentContext>
        {/* As the browser's own Back does, which no dialog covers. */}
        <button type="button" data-testid="back" onClick={() => setPast(true)} />
      </CommandQuestionProvider>
    );
  }
  const { learn } = showing(<Page />, { events: known, intents });
  await userEvent.click(stop());
  screen.getByTestId('back').click();
  learn([3, { kind: 'page.offline' }], [9, ticked]);
  expect(await screen.findByText(TEXT)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(intents).toMatchObject([{ command: 'stop', serial: 'LF-01' }]);
  expect(stop()).toHaveAccessibleDescription('You are looking at the past');
});
