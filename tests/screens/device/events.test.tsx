import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { rows } from '../onScreen.ts';
import { anEvent, cellOf, eventList, events, eventsFailed } from './anEventList.tsx';

const [BELGIAN, DEVICE, LEVEL, MESSAGE, DATA, ACTION] = [0, 1, 2, 3, 4, 5];
const one = (over: Parameters<typeof anEvent>[0]) => eventList([[2, events([anEvent(over)])]]);
const messages = () => rows().map((_, row) => cellOf(row, MESSAGE).textContent);

it('[SHELL-037] it stands in the menu under Device', () => {
  expect(routes.find(({ path }) => path === '/device/events')).toMatchObject({ title: 'Events', place: 'menu', group: 'device' });
});

it('[DEV-113] [MSG-051] [GAP-79] it is titled with the name of the device, which search and dropdown choose, without steps', async () => {
  const { user, address } = eventList();
  expect(screen.getByRole('heading', { level: 2, name: 'Device Events - Alba' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /previous device/i })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  await user.click(await screen.findByRole('option', { name: /Bo/ }));
  expect(screen.getByRole('heading', { level: 2, name: 'Device Events - Bo' })).toBeVisible();
  expect(address()).toBe('/device/events?device_serial=LF-02');
});

it('[DEV-116] [DEV-117] [DEV-118] [DEV-119] [DEV-120] [DEV-121] the columns stand in their order', () => {
  one({});
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['Belgian Time', 'Device Local Time', 'Level', 'Message', 'Data', 'Action']);
});

it('[DEV-116] [DEV-117] [DEV-119] times stand as their clocks showed them, whatever the zone of this machine', () => {
  one({ message: 'Docked at home' });
  expect(cellOf(0, BELGIAN)).toHaveTextContent('04/03/2026, 14:05:09');
  expect(cellOf(0, DEVICE)).toHaveTextContent(/^04\/03\/2026, 13:05:09\s*Europe\/London$/);
  expect(cellOf(0, MESSAGE)).toHaveTextContent('Docked at home');
});

it('[DEV-117] without a local time there is none', () => {
  one({ device_local_time: null, device_local_timezone: null });
  expect(cellOf(0, DEVICE)).toHaveTextContent(/^-$/);
});

it.each([
  ['success', 'Success'],
  ['info', 'Info'],
  ['warning', 'Warning'],
  ['error', 'Error'],
  ['fatal', 'Fatal'],
] as const)('[DEV-118] [RULE-080] the level %s has a mark and the word %s', (level, word) => {
  one({ level });
  expect(cellOf(0, LEVEL)).toHaveTextContent(word);
  expect(cellOf(0, LEVEL).querySelector('svg')).not.toBeNull();
});

it('[DEV-128] [RULE-081] [GAP-22] a fatal row is highlighted, an error is not', () => {
  eventList([[2, events([anEvent({ level: 'fatal' }), anEvent({ level: 'FATAL' }), anEvent({ level: 'error' })])]]);
  expect(rows().map((row) => row.dataset['tone'])).toEqual(['error', 'error', undefined]);
});

it('[DEV-114] [GAP-114] it is asked page by page, once, and again at every page', async () => {
  const { user, open, intents, learn } = eventList([[2, events([anEvent({ message: 'new' })], { total: 23 })]]);
  expect(screen.getByText('1-10 of 23')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(open()).toEqual({ page: 2, per_page: 10 });
  learn([3, events([anEvent({ message: 'old' })], { total: 23, page: 2 })]);
  expect(messages()).toEqual(['old']);
  expect(intents.filter((intent) => 'everyMs' in intent && intent.everyMs !== null && intent.request.call.endsWith('/events'))).toEqual([]);
});

it('[DEV-115] [MSG-059] [GAP-114] Refresh Data asks once more, and the rows stay meanwhile', async () => {
  const { user, givenAsks, learn } = one({ message: 'before' });
  expect(givenAsks()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
  expect(givenAsks()).toBe(1);
  expect(messages()).toEqual(['before']);
  learn([3, events([anEvent({ message: 'after' }), anEvent({ message: 'before' })])]);
  expect(messages()).toEqual(['after', 'before']);
});

const filter = () => screen.getByRole('combobox', { name: 'Filter Level' });

it('[DEV-122] [GAP-22] the head of the level has five choices', () => {
  one({});
  expect(
    within(filter())
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', 'Success', 'Info', 'Warning', 'Error']);
});

it('[DEV-122] [GAP-86] [UI2] a level is asked of the server, from its first page, and stands in the address', async () => {
  const { user, open, address, learn } = eventList([[2, events([anEvent()], { total: 23 })]], {
    address: '/device/events?device_serial=LF-01',
  });
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(open()).toEqual({ page: 1, per_page: 10 });
  await user.selectOptions(filter(), 'Warning');
  expect(open()).toEqual({ level: 'warning', page: 0, per_page: 10 });
  expect(address()).toBe('/device/events?device_serial=LF-01&level=warning');
  learn([3, events([anEvent({ level: 'warning', message: 'low' })], { level: 'warning' })]);
  expect(messages()).toEqual(['low']);
  expect(screen.getByText('1-1 of 1')).toBeVisible();
  await user.selectOptions(filter(), 'All');
  expect(address()).toBe('/device/events?device_serial=LF-01');
});

it.each([
  ['error', { level: 'error', page: 0, per_page: 10 }],
  ['fatal', { page: 0, per_page: 10 }],
  ['banana', { page: 0, per_page: 10 }],
])('[DEV-122] an address with level=%s asks for %j', (level, query) => {
  expect(eventList([], { address: `/device/events?level=${level}` }).open()).toEqual(query);
});

it('[DEV-122] where a level leaves nothing it is named, and can be cleared there', async () => {
  const { user, open } = eventList([[2, events([], { level: 'error' })]], { address: '/device/events?level=error' });
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.getByText('Filter: Level error')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(open()).toEqual({ page: 0, per_page: 10 });
});

it('[FILTER1] [DEV-122] [GAP-86] where the server ignores the level, the other events of the page are left out, which the page says', async () => {
  const all = [
    anEvent({ level: 'info', message: 'docked' }),
    anEvent({ level: 'ERR', message: 'stuck' }),
    anEvent({ level: 'fatal', message: 'broken' }),
    anEvent({ level: 'error', message: 'lost' }),
  ];
  const { user, open } = eventList([
    [2, events(all, { total: 23 })],
    [2, events(all, { total: 23, level: 'error' })],
    [2, events([anEvent({ level: 'warning' })], { total: 23, level: 'success' })],
  ]);
  expect(screen.queryByText(/filters this page only/)).toBeNull();
  await user.selectOptions(filter(), 'Error');
  expect(open()).toEqual({ level: 'error', page: 0, per_page: 10 });
  expect(messages()).toEqual(['stuck', 'lost']);
  expect(screen.getByText('Level filters this page only; other pages may hold more.')).toBeVisible();
  await user.selectOptions(filter(), 'Success');
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled();
});

it('[RULE-113] [DEV-114] a failed load empties the table and can be tried again', async () => {
  const { user, learn, givenAsks } = one({ message: 'before' });
  learn([3, eventsFailed()]);
  expect(screen.queryByText('before')).toBeNull();
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.queryByText(/Loading failed/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(givenAsks()).toBe(1);
  learn([4, events([anEvent({ message: 'again' })])]);
  expect(messages()).toEqual(['again']);
});

it('[DEV-114] before the first answer there are bars; in the past it says that nothing is known', () => {
  const { unmount } = eventList();
  expect(screen.getByRole('table', { name: 'Events' })).toHaveAttribute('aria-busy', 'true');
  unmount();
  eventList([], { isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it.each([
  ['DEV-126', { incident_id: 'i 7/8?x=1' }, 'To Incident', '/incidents/all?incident_id=i%207%2F8%3Fx%3D1'],
  ['DEV-127', { treatment_id: 't&7' }, 'To Treatment', '/treatments/detail?treatment_id=t%267'],
])('[%s] [MSG-052] the action %j is the link %s', (_id, action, name, address) => {
  one({ action });
  expect(within(cellOf(0, ACTION)).getByRole('link', { name })).toHaveAttribute('href', address);
});

it('[DEV-121] an event that leads nowhere has no link', () => {
  one({});
  expect(cellOf(0, ACTION)).toBeEmptyDOMElement();
});

it('[DEV-123] [DEV-124] [GAP-87] codes in the data are red, also nested and inside a text, and tell the development text', async () => {
  const { user } = one({ data: { error_code: '0x05000001', none: '0x00000000', more: { list: ['by 0x05000001!'] } } });
  const codes = within(cellOf(0, DATA)).getAllByRole('button', { name: '0x05000001' });
  expect(codes).toHaveLength(2);
  expect(cellOf(0, DATA)).toHaveTextContent('None: 0x00000000');
  expect(screen.queryByRole('button', { name: '0x00000000' })).toBeNull();
  await user.click(codes[1] ?? document.body);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('lane not in site version');
});

it('[DEV-125] [MSG-053] [GAP-23] a code that the catalogue lacks is Unknown', async () => {
  const { user } = one({ data: { error_code: '0x0badc0de' } });
  await user.click(screen.getByRole('button', { name: '0x0badc0de' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Unknown');
});

it('[DEV-120] long data is short until asked for, and is copied whole', async () => {
  const data = { note: 'x'.repeat(5_000), ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}`, n])) };
  const { user } = one({ data });
  const cell = within(cellOf(0, DATA));
  expect(cell.queryByText('N4:')).toBeNull();
  expect(cellOf(0, DATA).textContent.length).toBeLessThan(400);
  await user.click(cell.getByRole('button', { name: 'Show All', expanded: false }));
  expect(cell.getByText('N100:')).toBeVisible();
  expect(cell.getByText('101 more lines in the copy')).toBeVisible();
  await user.click(cell.getByRole('button', { name: 'Copy data' }));
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(data);
  await user.click(cell.getByRole('button', { name: 'Show Less', expanded: true }));
  expect(cell.queryByText('N100:')).toBeNull();
});

it('[DEV-120] any content of an event is shown as text', () => {
  const html = '<img src=x onerror="alert(1)">';
  const data = JSON.parse(`{"__proto__":{"polluted":true},"constructor":"${'c'.repeat(20)}","<b>name</b>":"<script>alert(1)</script>"}`);
  one({ message: html, data, action: { incident_id: 'javascript:alert(1)' } });
  expect(cellOf(0, MESSAGE).textContent).toBe(html);
  expect(cellOf(0, DATA)).toHaveTextContent('<b>name</b>: <script>alert(1)</script>');
  expect(document.querySelector('td img, td script, td b')).toBeNull();
  expect(screen.getByRole('link', { name: 'To Incident' })).toHaveAttribute('href', '/incidents/all?incident_id=javascript%3Aalert(1)');
  expect(Object.keys({})).toEqual([]);
  expect('polluted' in {}).toBe(false);
});

it('[DEV-114] events that read the same are rows of their own', () => {
  eventList([[2, events([anEvent(), anEvent(), anEvent()])]]);
  expect(messages()).toEqual(['Docked', 'Docked', 'Docked']);
});

it('[DEV-119] a message without end is short until asked for', async () => {
  const message = 'm'.repeat(60_000);
  const { user } = one({ message });
  expect(cellOf(0, MESSAGE).textContent.length).toBeLessThan(300);
  await user.click(within(cellOf(0, MESSAGE)).getByRole('button', { name: 'Show All' }));
  expect(cellOf(0, MESSAGE)).toHaveTextContent(message);
});
