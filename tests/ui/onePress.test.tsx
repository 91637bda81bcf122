import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Modal } from '#ui/Modal';
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

/** A click with a count, this many ms after the page began. */
function clickAt(part: Element, detail: number, atMs: number): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail });
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  fireEvent(part, event);
}

it('[PRESS3] the third click of a triple click acts on no other control than the first; whoever goes on clicking for 2 s gets through', () => {
  const acts: string[] = [];
  function Part() {
    const [asks, setAsking] = useState(false);
    const ask = () => setAsking(true);
    return asks ? (
      <button key="yes" onClick={() => acts.push('yes')}>
        Yes
      </button>
    ) : (
      <button key="remove" onClick={ask}>
        Remove
      </button>
    );
  }
  renderUi(<Part />);
  clickAt(screen.getByText('Remove'), 1, 1_000);
  for (const [count, at] of [
    [2, 1_200],
    [3, 1_400],
    [4, 1_600],
  ] as const)
    clickAt(screen.getByText('Yes'), count, at);
  expect(acts).toEqual([]);
  clickAt(screen.getByText('Yes'), 12, 3_000);
  expect(acts).toEqual(['yes']);
});

it('[PRESS3] the second click of a double-click that opened a dialog does not close it, a press on the scrim does', async () => {
  function Part() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Edit</button>
        {isOpen && (
          <Modal place="middle" closeOnScrim onClose={() => setOpen(false)}>
            <div role="dialog" tabIndex={-1} />
          </Modal>
        )}
      </>
    );
  }
  renderUi(<Part />);
  fireEvent.click(screen.getByText('Edit'), { detail: 1 });
  const press = (detail: number) => {
    const scrim = screen.getByRole('dialog').parentElement ?? document.body;
    fireEvent.mouseDown(scrim);
    fireEvent.click(scrim, { detail });
  };
  press(2);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  press(1);
  expect(screen.queryByRole('dialog')).toBeNull();
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
