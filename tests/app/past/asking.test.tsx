import { fireEvent, screen } from '@testing-library/react';
import { asyncScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { useAsking } from '#app/past/why/useAsking';
import { renderUi } from '../../support/renderUi.tsx';

function Row({ onAsk }: { readonly onAsk: (shows: string) => void }) {
  useAsking(asyncScheduler, null, ({ shows }) => onAsk(shows));
  return (
    <div data-of="LF-01">
      <span data-shows="error_code">
        <button>Error 0x0a0</button>
      </span>
      <span data-shows="name">
        <a href="/device/detail">Lumion 1</a>
      </span>
    </div>
  );
}

it('[WHY8] the context menu on an error code asks why it is shown; a link keeps that of the browser', () => {
  const asked: string[] = [];
  renderUi(<Row onAsk={(shows) => asked.push(shows)} />);
  expect(fireEvent.contextMenu(screen.getByRole('button'))).toBe(false);
  expect(fireEvent.contextMenu(screen.getByRole('link'))).toBe(true);
  expect(asked).toEqual(['error_code']);
});
