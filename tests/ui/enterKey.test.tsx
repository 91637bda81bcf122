import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isEnter } from '#ui/keyTargets';
import { SearchField } from '#ui/SearchField';
import { renderUi } from '../support/renderUi.tsx';

it('[KEYS13] Enter that accepts what an input method composes is none, while it composes and, as in Safari, right after', () => {
  const entered: boolean[] = [];
  renderUi(<input onKeyDown={(event) => entered.push(isEnter(event))} />);
  const field = screen.getByRole('textbox');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(entered).toEqual([false, false, true]);
});

it('[KEYS13] a search is not ended by it', () => {
  let ends = 0;
  renderUi(<SearchField label="Name" placeholder="Name" value="a" onValue={() => undefined} onDone={() => (ends += 1)} />);
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', keyCode: 229 });
  expect(ends).toBe(0);
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', keyCode: 13 });
  expect(ends).toBe(1);
});
