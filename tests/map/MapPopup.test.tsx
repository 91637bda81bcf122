import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { MapPopup } from '#map/MapPopup';
import type { Popup } from '#map/popup';
import { announcedTexts } from '../support/announcedTexts.ts';
import { renderUi } from '../support/renderUi.tsx';

const SIZE = { width: 400, height: 300 };

it('[ARIA1] the popup of a device announces whose it is, not each velocity that the device reports', () => {
  const popupOf = (velocity: string): Popup => ({ title: 'Alba', lines: [velocity], place: [0, 0], feature: null });
  const shown = (velocity: string) => (
    <MemoryRouter>
      <MapPopup popup={popupOf(velocity)} at={[10, 10]} size={SIZE} onClose={() => undefined} />
    </MemoryRouter>
  );
  const { again: rerender } = renderUi(shown('0.5 m/s'));
  const before = announcedTexts();
  expect(before).toContain('Alba');
  rerender(shown('0.6 m/s'));
  expect(announcedTexts()).toEqual(before);
  expect(screen.getByText('0.6 m/s')).toBeInTheDocument();
});
