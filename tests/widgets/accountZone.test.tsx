import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Foot } from '#app/shell/Foot';
import { BELGIAN_ZONE, showDatesIn } from '#domain/text/dates';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { useLogStore } from '#hooks/useAppSelector';
import { ZoneSection } from '#screens/profile/account/ZoneSection';
import { AccountZoneProvider } from '#widgets/AccountZone';
import { EarlierMomentProvider, useEarlierMoment } from '#widgets/EarlierMoment';
import { TimeText } from '#widgets/TimeText';
import { createLogStore } from '#state/store';
import { someTravel } from '../support/someTravel.ts';
import { annaSignedIn, showing } from './aConsole.tsx';

afterEach(() => showDatesIn(BELGIAN_ZONE));

const AT = '2026-03-04T12:00:00Z';
const page = (
  <AccountZoneProvider>
    <ZoneSection />
    <TimeText at={AT} />
    <Foot version="1.4.0" year={2026} owner="Serra Robotics" />
  </AccountZoneProvider>
);
const shown = () => screen.getByText(/^04\/03\/2026/).textContent;
const show = (remembered: Readonly<Record<string, string>>) => showing(page, { remembered, events: [[1, annaSignedIn]] });

it('[CLOCKS2] times are Belgian until another zone is chosen, which is named in the foot, and remembered', async () => {
  const user = userEvent.setup();
  const { unmount, memory } = show({});
  expect(shown()).toBe('04/03/2026, 13:00:00');
  expect(screen.getByText('Times in Belgian time')).toBeVisible();
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  await user.clear(field);
  await user.type(field, 'Asia/Kolkata{Enter}');
  expect(shown()).toBe('04/03/2026, 17:30:00');
  expect(screen.getByText('Times in Asia/Kolkata time')).toBeVisible();
  unmount();
  show(Object.fromEntries(memory));
  expect(shown()).toBe('04/03/2026, 17:30:00');
  await user.click(screen.getByRole('button', { name: 'Belgian time' }));
  expect(shown()).toBe('04/03/2026, 13:00:00');
});

it('[CLOCKS2] a remembered zone that does not exist counts as none', () => {
  show({ 'zone.anna': 'Mars/Olympus' });
  expect(shown()).toBe('04/03/2026, 13:00:00');
});

function MarkOfA() {
  const { earlier, mark } = useEarlierMoment();
  const state = useLogStore().getState();
  return <button onClick={() => mark({ at: 7, state })}>{earlier === null ? 'Mark as A' : `A is at ${earlier.at}`}</button>;
}

it('[ZONE4] another zone changes the times, and takes neither the focus nor the moment marked as A nor what is typed', async () => {
  const user = userEvent.setup();
  const kept = (
    <AccountZoneProvider>
      <EarlierMomentProvider>
        <MarkOfA />
        <input aria-label="Name" />
        <ZoneSection />
        <TimeText at={AT} />
      </EarlierMomentProvider>
    </AccountZoneProvider>
  );
  showing(<TimeTravelContext value={someTravel({ liveStore: createLogStore({ devTools: false }) })}>{kept}</TimeTravelContext>, {
    events: [[1, annaSignedIn]],
  });
  await user.click(screen.getByRole('button', { name: 'Mark as A' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'An');
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  await user.clear(field);
  await user.type(field, 'Asia/Kolkata{Enter}');
  expect(shown()).toBe('04/03/2026, 17:30:00');
  expect(field).toHaveFocus();
  expect(screen.getByRole('button', { name: 'A is at 7' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('An');
});

/** Renders the provider of the zone again at each press. */
function RenderedAgain() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <AccountZoneProvider>
        <TimeText key={times} at={AT} />
      </AccountZoneProvider>
      <button onClick={() => setTimes(times + 1)}>Render</button>
    </>
  );
}

it('[ZONE4] a zone that is chosen in another tab changes no time before the page is loaded anew', async () => {
  const user = userEvent.setup();
  const { memory, unmount } = showing(<RenderedAgain />, { events: [[1, annaSignedIn]] });
  memory.set('zone.anna', 'Asia/Kolkata');
  await user.click(screen.getByRole('button', { name: 'Render' }));
  expect(shown()).toBe('04/03/2026, 13:00:00');
  unmount();
  showing(<RenderedAgain />, { remembered: Object.fromEntries(memory), events: [[1, annaSignedIn]] });
  expect(shown()).toBe('04/03/2026, 17:30:00');
});

it('[ZONE4] each account has its own zone, also one that signs in while the page stays', () => {
  const { learn } = showing(page, { remembered: { 'zone.anna': 'Asia/Kolkata' } });
  expect(shown()).toBe('04/03/2026, 13:00:00');
  learn([1, annaSignedIn]);
  expect(shown()).toBe('04/03/2026, 17:30:00');
});
