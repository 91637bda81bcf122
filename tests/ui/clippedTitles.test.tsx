import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../support/renderUi.tsx';

/** The document has no layout here: these are the widths that a browser would measure. */
function measure(element: HTMLElement, needed: number, shown: number) {
  Object.defineProperties(element, {
    scrollWidth: { configurable: true, value: needed },
    clientWidth: { configurable: true, value: shown },
    innerText: { configurable: true, get: () => element.textContent },
  });
}

it('[WIDE1] a text that is cut explains itself where the pointer comes, and no more where it fits', () => {
  renderUi(
    <div data-testid="cell" style={{ textOverflow: 'ellipsis' }}>
      <b>Lumion of the far greenhouse</b>
    </div>,
  );
  const cell = screen.getByTestId('cell');
  measure(cell, 300, 120);
  fireEvent.pointerOver(screen.getByText('Lumion of the far greenhouse'));
  expect(cell).toHaveAttribute('title', 'Lumion of the far greenhouse');
  measure(cell, 120, 120);
  fireEvent.pointerOver(cell);
  expect(cell).not.toHaveAttribute('title');
});

it('[WIDE1] a tooltip that an element has of itself stays', () => {
  renderUi(
    <p title="Own words" style={{ textOverflow: 'ellipsis' }}>
      Cut
    </p>,
  );
  const text = screen.getByText('Cut');
  measure(text, 300, 120);
  fireEvent.pointerOver(text);
  expect(text).toHaveAttribute('title', 'Own words');
});
