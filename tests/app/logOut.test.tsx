import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Route, Routes, unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { type Console, ConsoleContext } from '#app/console/ConsoleContext';
import { guardedHistory } from '#app/console/guardedHistory';
import { PrivateLayout } from '#app/console/PrivateLayout';
import { IntentContext } from '#hooks/IntentContext';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { createLeaveGuard, LeaveGuardContext, useUnsaved } from '#ui/form/leaveGuard';
import { UiProvider } from '#ui/UiProvider';
import { eventsOf } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { aMemory } from '../support/renderUi.tsx';
import { annaSignedIn } from '../widgets/aConsole.tsx';
import { LiveConsole } from '../widgets/aLiveConsole.tsx';

function Changed() {
  useUnsaved(true);
  return <p>A changed form</p>;
}

/** The layout around a changed form, with the guard of the page; `done` has what ended. */
function changed() {
  window.history.replaceState(null, '', '/dashboard');
  const guard = createLeaveGuard();
  const history = guardedHistory(window, guard);
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf([1, annaSignedIn])));
  const done: string[] = [];
  const signOut = async () => void done.push(`signed out at ${window.location.pathname}`);
  const console: Console = { ...idleConsole, session: { ...idleConsole.session, signOut } };
  render(
    <Provider store={store}>
      <UiProvider remember={aMemory()}>
        <LeaveGuardContext value={guard}>
          <HistoryRouter history={history}>
            <ConsoleContext value={console}>
              <IntentContext value={() => undefined}>
                <LiveConsole>
                  <Routes>
                    <Route path="/" element={<p>The root</p>} />
                    <Route element={<PrivateLayout />}>
                      <Route path="*" element={<Changed />} />
                    </Route>
                  </Routes>
                </LiveConsole>
              </IntentContext>
            </ConsoleContext>
          </HistoryRouter>
        </LeaveGuardContext>
      </UiProvider>
    </Provider>,
  );
  const user = userEvent.setup();
  const logOut = async () => {
    await user.click(screen.getByRole('button', { name: /Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
  };
  return { user, logOut, done };
}

it('[FORM3] [FORM6] [SHELL-006] [SHELL-007] Log Out with unsaved changes signs out and leads to the root, after one confirmation', async () => {
  const { user, logOut, done } = changed();
  await logOut();
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(done).toEqual(['signed out at /dashboard']);
  expect(await screen.findByText('The root')).toBeVisible();
  expect(window.location.pathname).toBe('/');
});

it('[FORM3] declined, Log Out keeps the session and the screen', async () => {
  const { user, logOut, done } = changed();
  await logOut();
  await user.click(await screen.findByRole('button', { name: 'No' }));
  expect(done).toEqual([]);
  expect(screen.getByText('A changed form')).toBeVisible();
  expect(window.location.pathname).toBe('/dashboard');
});
