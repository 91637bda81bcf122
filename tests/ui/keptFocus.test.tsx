import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Dialog } from '#ui/Dialog';
import { UiProvider } from '#ui/UiProvider';
import { aMemory } from '../support/renderUi.tsx';

type Row = string;
interface Shown {
  readonly rows: readonly Row[];
  readonly isBusy?: boolean;
  readonly isAsking?: boolean;
  /** False: the screen has nothing that takes the focus. */
  readonly hasMore?: boolean;
}
let show: (next: Shown) => Promise<void>;

function Screen({ first }: { readonly first: Shown }) {
  const [{ rows, isBusy = false, isAsking = false, hasMore = true }, setShown] = useState(first);
  show = (next) => act(async () => setShown(next));
  return (
    <>
      <h1>Users</h1>
      <main>
        {hasMore && <button>Before</button>}
        <ul>
          {rows.map((name) => (
            <li key={name}>
              <button>{name}</button>
            </li>
          ))}
        </ul>
        <form aria-label="Invite">
          <button type="button" disabled={isBusy}>
            Send
          </button>
        </form>
        {hasMore && <button>After</button>}
      </main>
      <Dialog open={isAsking} title="Failed" onClose={() => undefined}>
        <button>OK</button>
      </Dialog>
    </>
  );
}

const ABC = { rows: ['A', 'B', 'C'] };
const button = (name: string) => screen.getByRole('button', { name });
const focusedText = () => document.activeElement?.textContent;
function open(first: Shown = ABC) {
  render(
    <UiProvider remember={aMemory()}>
      <Screen first={first} />
    </UiProvider>,
  );
}

it.each([
  ['what follows', 'B', ['A', 'C'], 'C'],
  ['what follows the list, after its last row', 'C', ['A', 'B'], 'Send'],
  ['itself, where it was moved', 'B', ['B', 'C', 'A'], 'B'],
  ['itself, where another one is gone', 'B', ['B'], 'B'],
])('[FOCUS1] when a row is gone the focus is at %s', async (_, at, rows, expected) => {
  open();
  button(at).focus();
  await show({ rows });
  expect(focusedText()).toBe(expected);
});

it('[FOCUS1] without anything after it the focus is at what stood before, without that at the heading', async () => {
  open();
  button('After').focus();
  await show({ ...ABC, hasMore: false });
  expect(focusedText()).toBe('Send');
  await show({ rows: ['A'], isBusy: true, hasMore: false });
  button('A').focus();
  await show({ rows: [], isBusy: true, hasMore: false });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Users' }));
});

it('[FOCUS2] a button that is disabled meanwhile has the focus again; its form has it until then', async () => {
  open();
  button('Send').focus();
  await show({ ...ABC, isBusy: true });
  expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Invite' }));
  await show(ABC);
  expect(focusedText()).toBe('Send');
});

it('[FOCUS2] a dialog that opens meanwhile returns the focus to the button', async () => {
  open();
  button('Send').focus();
  await show({ ...ABC, isBusy: true });
  await show({ ...ABC, isAsking: true });
  expect(focusedText()).toBe('OK');
  await show(ABC);
  expect(focusedText()).toBe('Send');
});

it('[FOCUS2] a person who went elsewhere meanwhile stays there', async () => {
  open();
  button('Send').focus();
  await show({ ...ABC, isBusy: true });
  button('A').focus();
  await show(ABC);
  expect(focusedText()).toBe('A');
});

it('[FOCUS1] the focus is not taken back from a press that left the element', async () => {
  open();
  button('B').focus();
  fireEvent.pointerDown(document.body);
  button('B').blur();
  await show({ rows: ['A'] });
  expect(document.activeElement).toBe(document.body);
});

it('[FOCUS7] an Enter key that is held down does nothing where the focus went on to; released and pressed again it does', async () => {
  open();
  button('B').focus();
  await show({ rows: ['A', 'C'] });
  expect(focusedText()).toBe('C');
  const press = (repeat: boolean) => fireEvent.keyDown(button('C'), { key: 'Enter', repeat });
  // Unless it is prevented, the browser clicks the button for each key press.
  expect([press(true), press(true), press(false), press(true)]).toEqual([false, false, true, true]);
});
