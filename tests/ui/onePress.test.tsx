import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../support/renderUi.tsx';

/** Presses "Yes", which is replaced by "Remove", and then what is there, with a click of this count at this distance. */
function pressTwice(detail: number, distancePx: number): readonly string[] {
  const acts: string[] = [];
  function Part() {
    const [isAsking, setAsking] = useState(true);
    const yes = () => {
      acts.push('yes');
      setAsking(false);
    };
    return isAsking ? (
      <button key="yes" onClick={yes}>
        Yes
      </button>
    ) : (
      <button key="remove" onClick={() => acts.push('remove')}>
        <svg role="img" aria-label="bin" />
      </button>
    );
  }
  renderUi(<Part />);
  fireEvent.click(screen.getByText('Yes'), { detail: 1, clientX: 100 });
  const clicked = fireEvent.click(screen.getByLabelText('bin'), { detail, clientX: 100 + distancePx });
  expect(clicked).toBe(acts.length === 2);
  return acts;
}

it.each([
  ['the second click of a double-click', 2, 0, ['yes']],
  ['the second click, a little aside', 2, 10, ['yes']],
  ['a press of its own', 1, 0, ['yes', 'remove']],
  ['a quick press at another place', 2, 60, ['yes', 'remove']],
  ['a key', 0, 0, ['yes', 'remove']],
])('[PRESS2] %s after the press of what stood there', (_, detail, distancePx, expected) => {
  expect(pressTwice(detail, distancePx)).toEqual(expected);
});

it('[PRESS2] a double-click on one control acts twice, on its icon, its edge or its label', () => {
  let presses = 0;
  renderUi(
    <>
      <button onClick={() => (presses += 1)}>
        Next <svg aria-label="arrow" role="img" />
      </button>
      <label>
        Frost <input type="checkbox" />
      </label>
    </>,
  );
  fireEvent.click(screen.getByLabelText('arrow'), { detail: 1 });
  fireEvent.click(screen.getByText('Next'), { detail: 2 });
  expect(presses).toBe(2);
  fireEvent.click(screen.getByText('Frost'), { detail: 1 });
  expect(screen.getByRole('checkbox')).toBeChecked();
  fireEvent.click(screen.getByText('Frost'), { detail: 2 });
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});
