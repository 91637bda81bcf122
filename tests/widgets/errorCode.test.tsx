import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getErrorCodes } from '#contract/errorCode';
import type { EventPayload } from '#streams/event';
import { ErrorCode } from '#widgets/ErrorCode';
import { answered, codesKnown, showing } from './aConsole.tsx';

const events = [[1, codesKnown({ '0x0000001a': 'Wheel blocked' })]] as const;

it('[DEV-031] [RULE-055] the focus opens the development text', async () => {
  showing(<ErrorCode code="0x1A" />, { events });
  expect(screen.queryByRole('tooltip')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: '0x0000001a' })).toHaveFocus();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Wheel blocked');
});

it.each([
  ['events', 'Unknown'],
  ['incidents', 'Unknown Error Code'],
] as const)('[RULE-064] [GAP-23] a tap on an unknown code in the %s says %s', async (place, text) => {
  showing(<ErrorCode code="0x000000ff" place={place} />, { events });
  await userEvent.click(screen.getByRole('button', { name: '0x000000ff' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe(text);
});

it('[ERR-006] a text that was changed is the one of the tooltip after the next load of the catalogue', async () => {
  const { learn } = showing(<ErrorCode code="0x0000001a" />, { events });
  await userEvent.tab();
  learn([2, codesKnown({ '0x0000001A': 'Wheel of the left side blocked' })]);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Wheel of the left side blocked');
});

it('[ERRLANG1] [DEV-031] the tooltip has the text in the language of who is signed in, then the development text', async () => {
  const inLanguages = answered(getErrorCodes, {
    error_codes: { '0x0000001a': { description: { development: 'drive: slip', nl: 'Hij slipt.' } } },
    languages: ['nl'],
  });
  const signedIn: EventPayload = {
    kind: 'session.opened',
    profile: { username: 'an', email: 'an@example.org', groups: [], locale: 'nl-BE', second_factor: true },
  };
  showing(<ErrorCode code="0x0000001a" />, {
    events: [
      [1, inLanguages],
      [1, signedIn],
    ],
  });
  await userEvent.tab();
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip.textContent).toBe('Hij slipt. drive: slip');
  expect(within(tooltip).getByText('Hij slipt.')).toHaveAttribute('lang', 'nl-BE');
  expect(within(tooltip).getByText('drive: slip')).toBeVisible();
});
