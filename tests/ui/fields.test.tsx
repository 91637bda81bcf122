import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DataTable } from '#ui/table/DataTable';
import { isShortcut } from '#ui/keyTargets';
import { Field } from '#ui/Field';
import { NumberField } from '#ui/NumberField';
import { TextArea } from '#ui/TextArea';
import type { DateTimeTexts } from '#ui/form/DateTimeBox';
import { DateTimeField } from '#ui/form/DateTimeField';
import { renderUi } from '../support/renderUi.tsx';

function Speed({ isStill = false, first = '1' }: { readonly isStill?: boolean; readonly first?: string }) {
  const [text, setText] = useState(first);
  return (
    <NumberField label="Speed" value={text} onValue={setText} readOnly={isStill} problem={text === '' ? 'Enter a number.' : undefined} />
  );
}

it('[UI7] a number field keeps what is typed as it is, a comma too; arrow keys count', async () => {
  const { user } = renderUi(<Speed />);
  const field = screen.getByRole('spinbutton', { name: 'Speed' });
  await user.type(field, '.2');
  expect(field).toHaveAttribute('aria-valuenow', '1.2');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(field).toHaveValue('2.2');
  await user.clear(field);
  expect(field).toHaveAccessibleDescription('Enter a number.');
  await user.type(field, '0,6{ArrowUp}');
  expect(field).toHaveValue('0,6');
  expect(field).not.toHaveAttribute('aria-valuenow');
});

it.each([
  ['1234567890123', '1234567890124'],
  ['-1234567890123456', '-1234567890123455'],
  ['0.1', '1.1'],
  ['1.1', '2.1'],
  ['-0.3', '0.7'],
])('[UI7] an arrow key takes %s to %s, no digit of a whole number is lost and none is made up', async (first, next) => {
  const { user } = renderUi(<Speed first={first} />);
  await user.click(screen.getByRole('spinbutton', { name: 'Speed' }));
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('spinbutton', { name: 'Speed' })).toHaveValue(next);
});

it('[UI7] a number that must not be changed is not counted either', async () => {
  const { user } = renderUi(<Speed isStill />);
  await user.click(screen.getByRole('spinbutton', { name: 'Speed' }));
  await user.keyboard('{ArrowUp}5');
  expect(screen.getByRole('spinbutton', { name: 'Speed' })).toHaveValue('1');
});

it('[UI7] a text of several lines keeps its line ends, and its name may be for screen readers alone', async () => {
  const given: string[] = [];
  const { user } = renderUi(<TextArea isLabelHidden label="Greeting" value="" onValue={(text) => given.push(text)} />);
  expect(screen.getByText('Greeting')).toHaveClass('sr');
  await user.click(screen.getByRole('textbox', { name: 'Greeting' }));
  await user.paste('one\ntwo');
  expect(given).toEqual(['one\ntwo']);
});

const at = (text: string) => Date.parse(`${text}Z`);

/** Times of minutes in UTC. */
const texts: DateTimeTexts = {
  text: (ms) => new Date(ms).toISOString().slice(0, 16),
  parse: (typed) => (Number.isNaN(at(typed)) ? null : at(typed)),
  day: (ms) => new Date(ms).toISOString().slice(0, 10),
  onDay: (ms, day) => at(`${day}T${ms === null ? '00:00' : new Date(ms).toISOString().slice(11, 16)}`),
  format: 'dd/mm/yyyy hh:mm',
};

function aTime(text: string, hasLater = true) {
  const calls: (string | null)[] = [];
  const view = renderUi(
    <DateTimeField
      label="Time"
      texts={texts}
      at={at(text)}
      latest={at('2026-03-04T14:05')}
      stepName="5 minutes"
      onAt={(next) => calls.push(next === null ? null : texts.text(next))}
      onStep={(by) => calls.push(String(by))}
      hasLater={hasLater}
      unreadable="Write a day and a time."
      hint="Time in Europe/Brussels"
    />,
  );
  return { ...view, calls, field: screen.getByRole('textbox', { name: 'Time' }) };
}

it('[UI7] a time is given when the field is left or Enter is pressed, not while it is typed', async () => {
  const { user, calls, field } = aTime('2026-03-04T14:00');
  await user.clear(field);
  await user.type(field, '2026-03-04T13:57');
  expect(calls).toEqual([]);
  await user.tab();
  await user.clear(field);
  await user.type(field, '2026-03-04T13:50{Enter}');
  expect(calls).toEqual(['2026-03-04T13:57', '2026-03-04T13:50']);
  expect(field).toHaveAccessibleDescription('Time in Europe/Brussels');
});

it('[UI7] [DATE1] a time that cannot be read stays as typed, counts as none, and says so', async () => {
  const { user, calls, field } = aTime('2026-03-04T14:00');
  await user.clear(field);
  await user.type(field, 'tomorrow{Enter}');
  expect(calls).toEqual([null]);
  expect(field).toHaveValue('tomorrow');
  expect(field).toHaveAccessibleDescription('Write a day and a time.');
  await user.clear(field);
  await user.type(field, '2026-03-04T13:50{Enter}');
  expect(field).toHaveAccessibleDescription('Time in Europe/Brussels');
});

it('[DATE1] a day is chosen in a calendar that begins its weeks on Monday, and keeps the time of day', async () => {
  const { user, calls, field } = aTime('2026-03-04T14:00');
  await user.click(screen.getByRole('button', { name: 'Time: choose a day' }));
  const calendar = await screen.findByRole('dialog', { name: 'Time: choose a day' });
  expect(within(calendar).getByText('M', { selector: 'th:first-child' })).toBeVisible();
  await user.click(within(calendar).getByRole('button', { name: /Monday,? 2 March 2026/ }));
  expect(calls).toEqual(['2026-03-02T14:00']);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field).toHaveAttribute('placeholder', 'dd/mm/yyyy hh:mm');
});

it('[CAL1] an opened calendar has the focus at the chosen day, arrow keys move in it, and Escape and a choice return to its button', async () => {
  const { user, calls } = aTime('2026-03-04T14:00');
  const opener = screen.getByRole('button', { name: 'Time: choose a day' });
  const focusedDay = (name: string) =>
    waitFor(() => expect(screen.getByRole('button', { name: new RegExp(`${name} March 2026`) })).toHaveFocus());
  const shortcuts: string[] = [];
  const onKey = (event: KeyboardEvent) => isShortcut(event) && shortcuts.push(event.key);
  document.addEventListener('keydown', onKey);
  opener.focus();
  await user.keyboard('{Enter}');
  await focusedDay('Wednesday,? 4');
  shortcuts.length = 0;
  await user.keyboard('{ArrowLeft}');
  await focusedDay('Tuesday,? 3');
  await user.keyboard('{Escape}');
  expect(opener).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(opener);
  await focusedDay('Wednesday,? 4');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await focusedDay('Monday,? 2');
  await user.keyboard('{Enter}');
  expect(opener).toHaveFocus();
  document.removeEventListener('keydown', onKey);
  expect(shortcuts).toEqual([]);
  expect(calls).toEqual(['2026-03-02T14:00']);
});

it('[CAL2] Space chooses the day that has the focus', async () => {
  const { user, calls } = aTime('2026-03-04T14:00');
  const opener = screen.getByRole('button', { name: 'Time: choose a day' });
  opener.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: /Wednesday,? 4 March 2026/ })).toHaveFocus());
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(screen.getByRole('button', { name: /Tuesday,? 3 March 2026/ })).toHaveFocus());
  await user.keyboard(' ');
  expect(opener).toHaveFocus();
  expect(calls).toEqual(['2026-03-03T14:00']);
});

it('[UI7] arrows at both ends move a time by one step, not beyond the latest', async () => {
  const { user, calls } = aTime('2026-03-04T14:00');
  await user.click(screen.getByRole('button', { name: 'Time: 5 minutes earlier' }));
  await user.click(screen.getByRole('button', { name: 'Time: 5 minutes later' }));
  expect(calls).toEqual(['-1', '1']);
});

it('[UI7] at the latest step there is no later one', () => {
  aTime('2026-03-04T14:05', false);
  expect(screen.getByRole('button', { name: 'Time: 5 minutes later' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Time: 5 minutes earlier' })).toBeEnabled();
});

it('[GAP-33] [UI2] a table of pages whose size is given offers no rows per page', () => {
  const columns = [{ id: 'name', head: 'Name', cell: (row: string) => row }];
  const paging = { page: 1, size: 10, rowCount: 23, onChange: () => undefined };
  const table = (isFixed: boolean) => (
    <DataTable name="changes" columns={columns} rows={['a']} rowKey={(row) => row} remote={{ ...paging, isFixed }} />
  );
  const { again } = renderUi(table(true));
  expect(screen.queryByLabelText('Rows per page')).toBeNull();
  expect(screen.getByText('1-10 of 23')).toBeVisible();
  again(table(false));
  expect(screen.getByLabelText('Rows per page')).toHaveValue('10');
});

function Address() {
  const [value, setValue] = useState('anverhoeven@b');
  return (
    <>
      <Field label="Address" value={value} reduce={(typed) => typed.trim().toLowerCase()} onValue={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </>
  );
}

it('[TYPED1] a text that is reduced stays as typed until it is left, with the caret where it is', async () => {
  const { user } = renderUi(<Address />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
  await user.click(field);
  field.setSelectionRange(2, 2);
  await user.keyboard('.V');
  expect(field).toHaveValue('an.Vverhoeven@b');
  expect(field.selectionStart).toBe(4);
  expect(screen.getByRole('status')).toHaveTextContent('an.vverhoeven@b');
  await user.tab();
  expect(field).toHaveValue('an.vverhoeven@b');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field).toHaveValue('');
});
