import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter, useLocation } from 'react-router-dom';
import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { guardedHistory } from '#app/console/guardedHistory';
import { PageAddress } from '#app/console/PageAddress';
import type { Bounds } from '#map/drawing/position';
import { usePlanView } from '#map/usePlanView';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { createLeaveGuard } from '#ui/form/leaveGuard';
import { Modal } from '#ui/Modal';
import { useListPage } from '#ui/table/tableAddress';
import { aMemory, renderUi } from '../support/renderUi.tsx';

interface Row {
  readonly name: string;
  readonly load: number;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name }) => name,
    value: ({ name }) => name,
    sort: 'text',
    filter: { kind: 'text', placeholder: '' },
  },
  { id: 'load', head: 'Load', cell: ({ load }) => load, value: ({ load }) => load, sort: 'number' },
];
const rows = Array.from({ length: 30 }, (_, at): Row => ({ name: `LF-${String(at + 1).padStart(2, '0')}`, load: at % 7 }));
const BY_NAME = { id: 'name', desc: false };

const Rows = ({ name }: { readonly name: string }) => (
  <DataTable name={name} columns={columns} rows={rows} rowKey={(row) => row.name} sortedBy={BY_NAME} />
);

/** Shows a view at an address; `pass` lets time pass, `address` reads what is rendered, `entries` counts the history. */
function opened(view: React.ReactNode, address: string, remembered: Readonly<Record<string, string>> = {}) {
  window.history.replaceState(null, '', address);
  const clock = new VirtualTimeScheduler();
  const history = guardedHistory(window, createLeaveGuard());
  const Address = () => <output aria-label="Address">{useLocation().pathname + useLocation().search}</output>;
  const before = window.history.length;
  const { user, unmount } = renderUi(
    <HistoryRouter history={history}>
      <PageAddress history={history} clock={clock}>
        {view}
        <Address />
      </PageAddress>
    </HistoryRouter>,
    aMemory(remembered),
  );
  return {
    user,
    unmount,
    history,
    entries: () => window.history.length - before,
    address: () => screen.getByLabelText('Address').textContent,
    pass: (ms: number) =>
      act(async () => {
        clock.maxFrames = clock.now() + ms;
        clock.flush();
      }),
  };
}

const firstRow = (table = 'robots') => within(screen.getByRole('table', { name: table })).getAllByRole('row')[2]?.textContent;
const pages = () => screen.getByRole('navigation', { name: 'Pages of robots' });

it('[VIEW1] sort, page and page size of a table are in the address, without the default, and open there again', async () => {
  const { user, address, entries, unmount } = opened(<Rows name="robots" />, '/fleet/state?at=2026-11-22T02:40:17.000Z&proof=ab');
  await user.click(screen.getByRole('button', { name: 'Load' }));
  await user.click(screen.getByRole('button', { name: 'Load' }));
  await user.selectOptions(screen.getByLabelText('Rows per page'), '5');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  const kept = 'at=2026-11-22T02%3A40%3A17.000Z&proof=ab';
  expect(address()).toBe(`/fleet/state?${kept}&robots.sort=-load&robots.rows=5&robots.page=2`);
  const shown = firstRow();
  unmount();
  const again = opened(<Rows name="robots" />, `/fleet/state?${kept}&robots.sort=-load&robots.rows=5&robots.page=2`);
  expect(firstRow()).toBe(shown);
  expect(within(pages()).getByText('6-10 of 30')).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Name' }));
  await again.user.click(screen.getByRole('button', { name: 'First page' }));
  await again.user.selectOptions(screen.getByLabelText('Rows per page'), '10');
  expect(again.address()).toBe(`/fleet/state?${kept}`);
  expect(entries() + again.entries()).toBe(0);
});

it('[VIEW2] a typed filter shows at once and is in the address once it rests', async () => {
  const { user, address, pass, history } = opened(<Rows name="robots" />, '/fleet/state');
  await user.type(screen.getByLabelText('Filter Name'), '29');
  expect(firstRow()).toContain('LF-29');
  expect(address()).toBe('/fleet/state');
  await pass(300);
  expect(address()).toBe('/fleet/state?robots.filter=name%3D29');
  expect(screen.getByLabelText('Filter Name')).toHaveValue('29');
  // A screen that is left before that takes nothing along.
  await user.type(screen.getByLabelText('Filter Name'), '0');
  await act(async () => history.push('/dashboard'));
  await pass(300);
  expect(address()).toBe('/dashboard');
  expect(screen.getByLabelText('Filter Name')).toHaveValue('');
});

it('[VIEW3] another address moves the shown table: Back, or the operator who is followed', async () => {
  const { history, user, address } = opened(<Rows name="robots" />, '/fleet/state?robots.page=3');
  expect(firstRow()).toContain('LF-21');
  await act(async () => history.replace('/fleet/state?robots.sort=-name'));
  expect(firstRow()).toContain('LF-30');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await act(async () => history.replace('/fleet/state?robots.sort=-name'));
  expect(firstRow()).toContain('LF-30');
  expect(address()).toBe('/fleet/state?robots.sort=-name');
});

it.each([
  'robots.sort=-colour',
  'robots.sort=',
  'robots.page=-1',
  'robots.page=1e9',
  'robots.rows=7',
  'robots.filter=%ZZ',
  'robots.page=two',
])('[VIEW4] %s is no place of the table, which shows its default', (bad) => {
  opened(<Rows name="robots" />, `/fleet/state?${bad}`);
  expect(firstRow()).toContain('LF-01');
  expect(within(pages()).getByText('1-10 of 30')).toBeVisible();
});

it('[VIEW5] two tables of a page have their own places, and the table of a dialog none', async () => {
  const view = (
    <>
      <Rows name="robots" />
      <Rows name="others" />
      <Modal place="middle" closeOnScrim={false} onClose={() => undefined}>
        <Rows name="chosen" />
      </Modal>
    </>
  );
  const { user, address } = opened(view, '/fleet/state?others.sort=-name&chosen.sort=-name');
  expect([firstRow(), firstRow('others'), firstRow('chosen')].map((text) => text?.slice(0, 5))).toEqual(['LF-01', 'LF-30', 'LF-01']);
  await user.click(within(screen.getByRole('table', { name: 'chosen' })).getByRole('button', { name: 'Load' }));
  expect(address()).toBe('/fleet/state?others.sort=-name&chosen.sort=-name');
});

it('[VIEW6] a page size that this browser remembers is in the address, for whoever opens it elsewhere', () => {
  const { address } = opened(<Rows name="robots" />, '/fleet/state', { 'table.robots.rows': '25' });
  expect(address()).toBe('/fleet/state?robots.rows=25');
});

it('[VIEW7] the page of a list belongs to its parameters, and another list begins at its first', async () => {
  function List() {
    const [of, setOf] = useState('LF-01');
    const [page, setPage] = useListPage('events', of);
    return (
      <>
        <button type="button" onClick={() => setOf(of === 'LF-01' ? 'LF-02' : 'LF-01')}>
          {`${of} page ${page}`}
        </button>
        <button type="button" onClick={() => setPage(3)}>
          Third
        </button>
      </>
    );
  }
  const { user, address, unmount } = opened(<List />, '/device/events');
  await user.click(screen.getByText('Third'));
  const third = address() ?? '';
  expect(third).toMatch(/^\/device\/events\?events\.page=3\.[a-z\d]+$/);
  await user.click(screen.getByText('LF-01 page 3'));
  expect(screen.getByText('LF-02 page 1')).toBeVisible();
  expect(address()).toBe('/device/events');
  await user.click(screen.getByText('LF-02 page 1'));
  expect(screen.getByText('LF-01 page 1')).toBeVisible();
  unmount();
  opened(<List />, third);
  expect(screen.getByText('LF-01 page 3')).toBeVisible();
});

it('[VIEW8] the camera of a plan is in the address once it rests, rounded, and is none of another plan', async () => {
  const plan: Bounds = { west: 0, south: 0, east: 80, north: 50 };
  function Plan({ bounds }: { readonly bounds: Bounds }) {
    const { view, setView, showAll } = usePlanView(bounds);
    return (
      <>
        <button type="button" onClick={() => setView({ target: [12.34567, 5], zoom: 4.123456 })}>
          {`${view.target.join(' ')} ${view.zoom}`}
        </button>
        <button type="button" onClick={showAll}>
          Show all
        </button>
      </>
    );
  }
  const { user, address, pass, unmount } = opened(<Plan bounds={plan} />, '/maps/map_detail');
  await user.click(screen.getByText('45.5 20 2'));
  // The shown view keeps its digits: the next step of a gesture begins there.
  expect(screen.getByText('12.34567 5 4.123456')).toBeVisible();
  expect(address()).toBe('/maps/map_detail');
  await pass(300);
  const moved = address() ?? '';
  expect(moved).toBe('/maps/map_detail?camera=12.346_5_4.123%7E0_0_80_50');
  expect(screen.getByText('12.34567 5 4.123456')).toBeVisible();
  await user.click(screen.getByText('Show all'));
  await pass(300);
  expect(address()).toBe('/maps/map_detail');
  unmount();
  const same = opened(<Plan bounds={plan} />, moved);
  expect(screen.getByText('12.346 5 4.123')).toBeVisible();
  same.unmount();
  opened(<Plan bounds={{ ...plan, north: 60 }} />, moved);
  expect(screen.getByText('45.5 25 2')).toBeVisible();
});

it.each([
  ['device_serial=LF-01', 'device_serial=LF-02'],
  ['map_id=m-1', 'map_id=m-2'],
  ['treatment_id=t-1', 'treatment_id=t-2'],
  ['organisation=o-1', 'organisation=o-2'],
  ['incident_id=i-1', 'incident_id=i-2'],
  ['map_id=m-1&from=2026-03-01T00:00:00Z', 'map_id=m-1&from=2026-03-02T00:00:00Z'],
  ['', 'device_serial=LF-02'],
])('[LIST3] [RULE-084] the page of the list %j is not that of %j', async (one, other) => {
  const { user, history, address } = opened(<Rows name="robots" />, `/device/logs?${one}`);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(firstRow()).toContain('LF-21');
  const query = new URLSearchParams(history.location.search);
  for (const [name, value] of new URLSearchParams(other)) query.set(name, value);
  act(() => history.push(`/device/logs?${query.toString()}`));
  expect(firstRow()).toContain('LF-01');
  expect(address()).not.toContain('robots.page');
  act(() => window.history.back());
  await waitFor(() => expect(firstRow()).toContain('LF-21'));
});

it('[LIST3] the page of a list that the server cuts is there again after Back', async () => {
  function Cut() {
    const [page, setPage] = useListPage('robots', new URLSearchParams(useLocation().search).get('map_id') ?? '');
    const remote = { page, size: 10, rowCount: 100, onChange: setPage };
    return <DataTable name="robots" columns={columns} rows={rows.slice(0, 10)} rowKey={(row) => row.name} remote={remote} />;
  }
  const { user, history, address, pass } = opened(<Cut />, '/incidents/per_map?map_id=m-1');
  const current = () => within(pages()).getByRole('button', { current: 'page' }).textContent;
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(current()).toBe('3');
  const query = new URLSearchParams(history.location.search);
  query.set('map_id', 'm-2');
  act(() => history.push(`/incidents/per_map?${query.toString()}`));
  expect(current()).toBe('1');
  act(() => window.history.back());
  await waitFor(() => expect(current()).toBe('3'));
  await pass(500);
  expect([current(), address()]).toEqual(['3', expect.stringContaining('robots.page=3')]);
});

it('[LIST3] the page of a list is in its link, and stays when the rest of the address changes', async () => {
  const { user, history, unmount, address } = opened(<Rows name="robots" />, '/device/logs?device_serial=LF-01');
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  const link = address() ?? '';
  unmount();
  const again = opened(<Rows name="robots" />, link);
  expect(firstRow()).toContain('LF-21');
  act(() => again.history.push(`${link}&at=2026-01-01T00:00:00Z&location=l-1`));
  expect(firstRow()).toContain('LF-21');
  expect(history.location.search).toContain('robots.page=3');
});
