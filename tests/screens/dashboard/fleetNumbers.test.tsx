import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { FleetNumbers } from '#screens/dashboard/FleetNumbers';
import { renderUi } from '../../support/renderUi.tsx';

it('[COUNT2] [RULE-052] the counts of a large fleet have a space between thousands, as its lane switches', () => {
  const ticks = Array.from({ length: 10_000 }, () => 'idle' as const);
  const numbers = { inError: [], treating: [], startingCount: 0, onlineCount: 9_800, isUnknown: false, ticks };
  const totals = { total_mileage: 0, total_laneswitches: 12_345, time: '' };
  renderUi(
    <MemoryRouter>
      <FleetNumbers known="known" numbers={numbers} failing={[]} totalsKnown="known" totals={totals} />
    </MemoryRouter>,
  );
  expect(screen.getByText('9 800')).toBeVisible();
  expect(screen.getByText('of 10 000')).toBeVisible();
  expect(screen.getByText('12 345')).toBeVisible();
  expect(screen.getByText(/10 000 online besides/)).toBeVisible();
});
