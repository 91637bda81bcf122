import { fireEvent, screen } from '@testing-library/react';
import { asyncScheduler, type SchedulerLike, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { useAsking } from '#timeline/why/useAsking';
import { renderUi } from '../support/renderUi.tsx';

function Row({ onAsk, clock = asyncScheduler }: { readonly onAsk: (shows: string) => void; readonly clock?: SchedulerLike }) {
  useAsking(clock, null, ({ shows }) => onAsk(shows));
  return (
    <div data-of="LF-01">
      <span data-shows="error_code">
        <button>Error 0x0a0</button>
      </span>
      <span data-shows="name">
        <a href="/device/detail">Lumion 1</a>
      </span>
      <a href="/device/events">Events</a>
    </div>
  );
}

it('[WHY8] the context menu on a value asks why it is shown, also on a code and a link; with Shift, and on other links, it is that of the browser', () => {
  const asked: string[] = [];
  renderUi(<Row onAsk={(shows) => asked.push(shows)} />);
  expect(fireEvent.contextMenu(screen.getByRole('button'))).toBe(false);
  const name = screen.getByRole('link', { name: 'Lumion 1' });
  expect(fireEvent.contextMenu(name)).toBe(false);
  expect(asked).toEqual(['error_code', 'name']);
  expect(fireEvent.contextMenu(name, { shiftKey: true })).toBe(true);
  expect(fireEvent.contextMenu(screen.getByRole('link', { name: 'Events' }))).toBe(true);
  expect(asked).toHaveLength(2);
});

it('[KEYS7] a mouse that rests on a value reads how to ask, one that leaves takes it away; other things and a finger do not', () => {
  renderUi(<Row onAsk={() => undefined} />);
  const value = screen.getByRole('link', { name: 'Lumion 1' });
  const cell = value.closest('span');
  fireEvent.pointerOver(value, { pointerType: 'touch' });
  expect(cell?.title).toBe('');
  fireEvent.pointerOver(value, { pointerType: 'mouse' });
  expect(cell?.title).toBe('Right-click: why does it say that?');
  fireEvent.pointerOut(value, { pointerType: 'mouse' });
  expect(cell?.title).toBe('');
  value.title = 'Its own';
  fireEvent.pointerOver(value, { pointerType: 'mouse' });
  expect(cell?.title).toBe('');
  const other = screen.getByRole('link', { name: 'Events' });
  fireEvent.pointerOver(other, { pointerType: 'mouse' });
  expect(other.title).toBe('');
});

it('[WHY10] the click that ends a press which asked presses nothing, the next press does', () => {
  const clock = new VirtualTimeScheduler();
  const happened: string[] = [];
  renderUi(<Row onAsk={(shows) => happened.push(shows)} clock={clock} />);
  const events = screen.getByRole('link', { name: 'Events' });
  events.addEventListener('click', (event) => {
    event.preventDefault();
    happened.push('click');
  });
  let pointerId = 4;
  const press = (part: Element) => fireEvent.pointerDown(part, { pointerType: 'touch', pointerId: ++pointerId });
  const click = (part: Element, by = pointerId) =>
    fireEvent(part, new PointerEvent('click', { bubbles: true, cancelable: true, pointerId: by }));
  const value = screen.getByText('Error 0x0a0').closest('[data-shows]');
  if (value === null) throw new Error('The row shows no value.');
  press(value);
  clock.flush();
  expect(happened).toEqual(['error_code']);
  // The click on the element that is now under the finger is suppressed.
  expect(click(events)).toBe(false);
  expect(happened).toEqual(['error_code']);
  press(events);
  click(events);
  expect(happened).toEqual(['error_code', 'click']);
  // A press that ended without a click takes none from the next one, nor from a key.
  press(value);
  clock.flush();
  press(events);
  click(events);
  press(value);
  clock.flush();
  fireEvent.keyDown(events, { key: 'Enter' });
  click(events);
  expect(happened).toEqual(['error_code', 'click', 'error_code', 'click', 'error_code', 'click']);
  // The click of a screen reader has no press, nor the pointer of the one before.
  press(value);
  clock.flush();
  click(events, -1);
  press(value);
  clock.flush();
  fireEvent.click(events);
  expect(happened.slice(6)).toEqual(['error_code', 'click', 'error_code', 'click']);
});

it.each([
  ['trembles', 6, 5, ['error_code']],
  ['moves by 10 px', 0, 10, []],
])('[PRESS4] a finger that %s: %d, %d', (_, x, y, expected) => {
  const clock = new VirtualTimeScheduler();
  const asked: string[] = [];
  renderUi(<Row onAsk={(shows) => asked.push(shows)} clock={clock} />);
  const value = screen.getByText('Error 0x0a0').closest('[data-shows]') ?? document.body;
  fireEvent.pointerDown(value, { pointerType: 'touch', pointerId: 5, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(value, { pointerType: 'touch', pointerId: 5, clientX: 100 + x, clientY: 100 + y });
  // Another pointer, such as a mouse, is none of the finger.
  fireEvent.pointerMove(value, { pointerType: 'mouse', pointerId: 1, clientX: 500, clientY: 100 });
  clock.flush();
  expect(asked).toEqual(expected);
});
