import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { menuOf } from '#app/console/access';
import { routes } from '#app/console/routes';
import { SidebarNav } from '#app/shell/SidebarNav';
import { renderUi } from '../../support/renderUi.tsx';

it('[MENU1] an entry that is for others says so, and keeps its name', async () => {
  const menu = menuOf(routes, 'organisation_user').filter(({ label }) => label === 'Management');
  const links = menu.flatMap((entry) => ('entries' in entry ? entry.entries : []));
  expect(links.filter(({ note }) => note !== undefined)).toEqual([
    { label: 'Add Device', path: '/management/add', note: 'Only the staff of the provider can do this' },
  ]);
  const ofStaff = menuOf(routes, 'license_support_engineer').flatMap((entry) => ('entries' in entry ? entry.entries : []));
  expect(ofStaff.filter(({ note }) => note !== undefined)).toEqual([]);
  const { user } = renderUi(
    <MemoryRouter>
      <SidebarNav menu={menu} mini={false} />
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('button', { name: 'Management' }));
  const link = screen.getByRole('link', { name: 'Add Device' });
  expect(link).toHaveAccessibleDescription('Only the staff of the provider can do this');
  expect(link.querySelector('svg')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Device Types' }).querySelector('svg')).toBeNull();
});

it.each([
  ['/treatments/detail', 'Treatments', 'Overview All Treatments'],
  ['/maps/map_detail', 'Maps', 'Overview Maps'],
  ['/treatments/event_analysis', 'Treatments', 'Event Analysis'],
  ['/device/detail', 'Device', 'State'],
  ['/history', 'History', 'Review List'],
  ['/history/availability', 'History', 'Availability'],
])('[MENU2] at %s the group %s is open and %s is marked', (path, group, entry) => {
  renderUi(
    <MemoryRouter initialEntries={[path]}>
      <SidebarNav menu={menuOf(routes, 'system_admin', ['history'])} mini={false} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('button', { name: group })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([entry]);
});
