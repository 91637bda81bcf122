import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getConfigDownload } from '#contract/devices/configuration';
import { dateTimeText } from '#domain/text/dates';
import { localMinute } from '#domain/text/timeStep';
import { ticked } from '../../../state/eventsOf.ts';
import { configuration, serial } from './aConfiguration.tsx';

/** The log's clock stands at 07:32 after a step. */
const NOW = Date.parse('2026-03-04T14:07:32Z') / 1_000;
const shown = (at: number | string) => dateTimeText(at).replace(',', '').slice(0, 'dd/mm/yyyy hh:mm'.length);
const text = (instant: string) => localMinute(Date.parse(instant), undefined);

function download(isPast = false) {
  const view = configuration({ address: '?tab=download', events: [[NOW, ticked]], isPast });
  const asked = () =>
    view.intents.flatMap((intent) =>
      intent.kind === 'query.requested' && intent.request.call === getConfigDownload.name ? [intent.request.query] : [],
    );
  return { ...view, asked, field: screen.getByLabelText('Time'), button: screen.getByRole('button', { name: 'Download' }) };
}
const type = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

it('[DEV-110] [CONST-046] it begins with the newest step, says its time zone, and asks for the files as they were then', async () => {
  const { user, asked, field, button } = download();
  expect(field).toHaveValue(shown('2026-03-04T14:05:00Z'));
  expect(field).toHaveAccessibleDescription(/^Wednesday,? 4 March 2026, 15:05, Europe\/Brussels, GMT\+1$/);
  await user.click(button);
  expect(asked()).toEqual([{ machine_serial: serial, at_time: '2026-03-04T14:05:00.000Z' }]);
});

it('[CONFV5] the files can be asked for as ROS 2 loads them; a server that does not announce it is asked as the documents say', async () => {
  const { user, asked, button } = download();
  await user.click(screen.getByRole('radio', { name: 'ROS 2 parameters' }));
  await user.click(button);
  expect(asked()).toEqual([{ machine_serial: serial, at_time: '2026-03-04T14:05:00.000Z', layout: 'ros2' }]);
});

it('[CONST-046] [TIME2] arrows go by five minutes, not beyond now', async () => {
  const { user, field } = download();
  const later = screen.getByRole('button', { name: 'Time: 5 minutes later' });
  expect(later).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Time: 5 minutes earlier' }));
  expect(field).toHaveValue(shown('2026-03-04T14:00:00Z'));
  await user.click(later);
  expect(field).toHaveValue(shown('2026-03-04T14:05:00Z'));
});

it.each([
  ['between two steps', '2026-03-04T13:58:00Z', '2026-03-04T13:55:00Z'],
  ['in the future', '2027-03-04T13:58:00Z', '2026-03-04T14:05:00Z'],
])('[CONST-046] [TIME2] a time %s becomes the step before it', (_, typed, step) => {
  const { field } = download();
  type(field, text(typed));
  expect(field).toHaveValue(shown(step));
});

it.each(['', '0002-03-04T14:05'])(
  '[CONST-046] "%s" is no time: a sentence says so, nothing can be asked, and it can be mended',
  async (typed) => {
    const { user, asked, field, button } = download();
    type(field, typed);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(
      typed === '' ? 'Choose a day and a time.' : 'Write a day and a time, such as 26/11/2026 02:40.',
    );
    expect(button).toBeDisabled();
    type(field, text('2026-03-04T10:00:00Z'));
    await user.click(button);
    expect(asked()).toEqual([{ machine_serial: serial, at_time: '2026-03-04T10:00:00.000Z' }]);
  },
);

it('[DEV-110] one download at a time', async () => {
  const { user, button } = download();
  await user.click(button);
  expect(button).toBeDisabled();
});

it('[DEV-110] in the past nothing can be downloaded', () => {
  expect(download(true).button).toBeDisabled();
});
