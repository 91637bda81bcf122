import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { LayoutDashboard, List, Map as MapIcon, Settings2 } from 'lucide-react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { MenuEntry } from '#app/shell/menuEntry';
import { Shell, type ShellProps } from '#app/shell/Shell';
import { MOBILE_BELOW_PX, SIDEBAR_MINI_PX, SIDEBAR_PX } from '#ui/shellSizes';
import { aMemory, renderUi } from '../../support/renderUi.tsx';

const menu: readonly MenuEntry[] = [
  { label: 'Dashboard', icon: LayoutDashboard, path: '/dashboard' },
  {
    label: 'Fleet Overviews',
    icon: List,
    entries: [
      { label: 'State Overview', path: '/fleet/state' },
      { label: 'Config Compare', path: '/fleet/config' },
    ],
  },
  { label: 'Maps', icon: MapIcon, entries: [{ label: 'Locations', path: '/maps/locations' }] },
  { label: 'Management', icon: Settings2, entries: [{ label: 'Organisations', path: '/management/organisations' }] },
];

const deviceMenu: readonly MenuEntry[] = [
  {
    label: 'Device',
    icon: List,
    entries: [
      { label: 'State', path: '/device/detail' },
      { label: 'Commands', path: '/device/commands' },
    ],
  },
  { label: 'Management', icon: Settings2, entries: [{ label: 'Device Info', path: '/management/device_info' }] },
  { label: 'Dashboard', icon: LayoutDashboard, path: '/dashboard' },
];

function shown(path: string, more: Partial<ShellProps> = {}, memory = aMemory()) {
  const done: string[] = [];
  const router = createMemoryRouter(
    [
      {
        path: '*',
        Component: () => (
          <Shell
            product="Orangery"
            menu={menu}
            title="State Overview"
            person={{ name: 'An Verhoeven', leaving: 'Log Out' }}
            age="1 s old"
            footer={{ version: '1.4.0', year: 2026, owner: 'Serra Robotics' }}
            onNavigate={(to) => {
              done.push(`to ${to}`);
              void router.navigate(to);
            }}
            onLogOut={() => done.push('log out')}
            {...more}
          >
            <p>screen</p>
          </Shell>
        ),
      },
    ],
    { initialEntries: [path] },
  );
  return { ...renderUi(<RouterProvider router={router} />, memory), done, router };
}

const sidebar = () => screen.getByRole('complementary');
const group = (name: string) => screen.getByRole('button', { name });

it('[SHELL-002] the route name is the only first heading', () => {
  shown('/fleet/state');
  expect(screen.getAllByRole('heading', { level: 1 }).map((h1) => h1.textContent)).toEqual(['State Overview']);
  expect(screen.getByText('1 s old')).toBeVisible();
});

it('[SHELL-003] [MSG-009] the account menu has its three entries', async () => {
  const { user } = shown('/fleet/state');
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Notifications', 'Account', 'Log Out']);
});

it.each([
  ['[SHELL-004]', 'Notifications', ['to /profile/notifications']],
  ['[SHELL-005]', 'Account', ['to /profile/account']],
  ['[SHELL-006]', 'Log Out', ['log out']],
])('%s %s leads on', async (_id, name, expected) => {
  const { user, done } = shown('/fleet/state');
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(done).toEqual(expected));
});

it('[SHELL-008] groups open and close, by hand and by key', async () => {
  const { user } = shown('/dashboard');
  expect(group('Maps')).toHaveAttribute('aria-expanded', 'false');
  await user.click(group('Maps'));
  expect(screen.getByRole('link', { name: 'Locations' })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('link', { name: 'Locations' })).toBeNull();
});

it('[SHELL-016] one group is open at a time, and the group of the present route besides', async () => {
  const { user } = shown('/fleet/state');
  await user.click(group('Maps'));
  await user.click(group('Management'));
  expect(screen.queryByRole('link', { name: 'Locations' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Organisations' })).toBeVisible();
  await user.click(group('Fleet Overviews'));
  expect(screen.getByRole('link', { name: 'State Overview' })).toHaveAttribute('aria-current', 'page');
});

it('[CONST-004] [CONST-005] [CONST-006] the frame has the sizes of the specification', () => {
  expect([SIDEBAR_PX, SIDEBAR_MINI_PX, MOBILE_BELOW_PX]).toEqual([260, 80, 960]);
});

it('[SHELL-017] [SHELL-018] the sidebar is 260 px, 80 px when collapsed, and stays as it was left', async () => {
  const memory = aMemory();
  const { user, unmount } = shown('/fleet/state', {}, memory);
  expect(sidebar()).toHaveStyle({ width: '260px' });
  await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(sidebar()).toHaveStyle({ width: '80px' });
  unmount();
  shown('/fleet/state', {}, memory);
  expect(sidebar()).toHaveStyle({ width: '80px' });
});

it('[SHELL-019] the mini sidebar expands while the pointer is over it, and for the keyboard', async () => {
  const { user } = shown('/fleet/state', {}, aMemory({ sidebar: 'mini' }));
  expect(sidebar()).toHaveAttribute('data-expanded', 'false');
  await user.hover(sidebar());
  expect(sidebar()).toHaveAttribute('data-expanded', 'true');
  expect(sidebar()).toHaveStyle({ width: '80px' });
  await user.unhover(sidebar());
  expect(sidebar()).toHaveAttribute('data-expanded', 'false');
  act(() => screen.getByRole('link', { name: 'Dashboard' }).focus());
  expect(sidebar()).toHaveAttribute('data-expanded', 'true');
});

async function withDrawer(path = '/fleet/state') {
  window.resizeTo(390, 844);
  const all = shown(path);
  expect(screen.queryByRole('complementary')).toBeNull();
  await all.user.click(screen.getByRole('button', { name: 'Menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menu' });
  return { ...all, drawer };
}
const drawerIsGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());

it.each([960, 1440])('[SHELL-020] the drawer closes when the window becomes %i px wide, and stays closed', async (width) => {
  await withDrawer();
  act(() => window.resizeTo(width, 900));
  await drawerIsGone();
  act(() => window.resizeTo(390, 844));
  await drawerIsGone();
});

it('[SHELL-020] the drawer stays open below 960 px', async () => {
  await withDrawer();
  act(() => window.resizeTo(959, 844));
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

it('[SHELL-021] the sheet is at its top after navigation, and stays where it is when only the query changes', async () => {
  const { router } = shown('/fleet/state');
  const sheet = screen.getByRole('main');
  fireEvent.scroll(sheet, { target: { scrollTop: 480 } });
  await act(() => router.navigate('/fleet/state?at=2026-01-01T00:00:00Z'));
  expect(sheet.scrollTop).toBe(480);
  await act(() => router.navigate('/dashboard'));
  expect(sheet.scrollTop).toBe(0);
});

it.each(['incident_id=7', 'treatment_id=t', 'map_id=m', 'organisation=o'])(
  '[SHELL-021] [NAV3] the sheet is at its top when its subject becomes %s, and not when the device does',
  async (subject) => {
    const { router } = shown('/fleet/state?device_serial=LF-01');
    const sheet = screen.getByRole('main');
    fireEvent.scroll(sheet, { target: { scrollTop: 480 } });
    await act(() => router.navigate('/fleet/state?device_serial=LF-02&robots.page=2'));
    expect(sheet.scrollTop).toBe(480);
    await act(() => router.navigate(`/fleet/state?${subject}`));
    expect(sheet.scrollTop).toBe(0);
  },
);

it.each(['/fleet/state', '/fleet/state?incident_id=7', '/fleet/state?at=2026-01-01T00:00:00Z'])(
  '[SHELL-022] [NAV3] the drawer closes on navigation to the entry of the current path, from %s',
  async (path) => {
    const { user, drawer, router } = await withDrawer(path);
    await user.click(within(drawer).getByRole('link', { name: 'State Overview' }));
    expect(router.state.location.search).toBe('');
    await drawerIsGone();
  },
);

it('[SHELL-022] the drawer closes on navigation', async () => {
  const { user, drawer, router } = await withDrawer();
  await user.click(within(drawer).getByRole('link', { name: 'Config Compare' }));
  expect(router.state.location.pathname).toBe('/fleet/config');
  await drawerIsGone();
});

it('[SHELL-023] [SHELL-024] the footer shows the version of the cloud software and the year', () => {
  shown('/fleet/state');
  expect(screen.getByRole('contentinfo')).toHaveTextContent(/Cloud software 1\.4\.0© 2026 Serra Robotics/);
});

it('[WAY2] from a page of a device the menu leads to the same device, from others to none', () => {
  const entry = () => screen.getByRole('link', { name: 'Commands' }).getAttribute('href');
  const { router } = shown('/device/detail?device_serial=LF%2F1&at=2026-03-04', { menu: deviceMenu });
  expect(entry()).toBe('/device/commands?device_serial=LF%2F1');
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  act(() => void router.navigate('/device/detail'));
  expect(entry()).toBe('/device/commands');
});

it('[WAY3] the title of the tab begins with the device of the page', async () => {
  shown('/device/commands', { title: 'Commands', of: 'Lumion 01' });
  await waitFor(() => expect(document.title).toBe('Lumion 01, Commands - Orangery'));
});
