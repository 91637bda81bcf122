import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Foot } from '#app/shell/Foot';
import { BELGIAN_ZONE, showDatesIn } from '#domain/text/dates';
import { ZoneSection } from '#screens/profile/account/ZoneSection';
import { AccountZoneProvider } from '#widgets/AccountZone';
import { TimeText } from '#widgets/TimeText';
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
