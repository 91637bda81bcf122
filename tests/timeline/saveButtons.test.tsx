import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { createLogStore } from '#state/store';
import { SaveButtons } from '#timeline/SaveButtons';
import { renderUi } from '../support/renderUi.tsx';
import { someTravel } from '../support/someTravel.ts';

// The form that the button loads during use.
beforeAll(() => import('#timeline/ReportDialog'));

const NOT_SAVED = 'Nothing was saved: the recording could not be read.';

/** The buttons of a console whose recording cannot be read. */
function unreadable() {
  const recorded = async () => {
    throw new Error('away');
  };
  const travel = someTravel({ liveStore: createLogStore({ devTools: false }), recorded });
  return renderUi(
    <MemoryRouter>
      <TimeTravelContext value={travel}>
        <SaveButtons />
      </TimeTravelContext>
    </MemoryRouter>,
  );
}
const button = (name: string) => screen.getByRole('button', { name });

it('[SAVE6] a report that was not saved says so in its form, which keeps the note', async () => {
  const { user } = unreadable();
  await user.click(button('Report this moment'));
  const form = within(await screen.findByRole('dialog'));
  await user.type(form.getByRole('textbox', { name: 'Note' }), 'It stood still');
  await user.click(form.getByRole('button', { name: 'Save report' }));
  expect(await form.findByRole('alert')).toHaveTextContent(NOT_SAVED);
  expect(screen.getAllByText(NOT_SAVED)).toHaveLength(1);
  expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('It stood still');
});

it('[SAVE6] a recording that was not saved says so above the buttons, until a report is begun', async () => {
  const { user } = unreadable();
  await user.click(button('Save recording'));
  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_SAVED);
  await user.click(button('Report this moment'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(NOT_SAVED)).toBeNull();
});
