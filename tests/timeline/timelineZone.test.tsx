import { screen, within } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { asyncScheduler, BehaviorSubject, of } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { ConsoleContext } from '#app/console/ConsoleContext';
import { getAllDevices } from '#contract/devices/device';
import { getLocations } from '#contract/place';
import { PlayheadContext, TimeTravelContext } from '#hooks/TimeTravelContext';
import { dayOf } from '#past/history/historyDays';
import type { TravelCommand } from '#past/moments/timeTravel';
import type { RecorderStatus } from '#past/recorder/recorder';
import { eventsBatched } from '#state/events';
import { createLogStore, reduceLog } from '#state/store';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { PastBanner } from '#timeline/PastBanner';
import { Timeline } from '#timeline/Timeline';
import { TimeTools } from '#timeline/TimeTools';
import { ChosenZoneProvider } from '#timeline/zone/ChosenZone';
import { ComparePage } from '#timeline/compare/ComparePage';
import { EarlierMomentProvider, useEarlierMoment } from '#widgets/EarlierMoment';
import { eventsOf, ticked } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { aMemory, renderUi } from '../support/renderUi.tsx';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';

beforeAll(() => import('#timeline/TimeTools'));

/** The afternoon after the clocks of Europe were put back; New York follows a week later. */
const NOW = Date.parse('2026-10-25T14:00:00Z');
const HOUR = 3_600_000;

const answered = (call: string, key: string, answer: unknown): EventPayload => ({ kind: 'request.succeeded', key, call, answer });
const device = (serial: string, location: string | undefined) => ({
  serial,
  name: serial,
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  metadata_valid: true,
  active_deployment: location === undefined ? null : { id: serial, location_id: location, creation_date: '2026-01-01T00:00:00Z' },
});

interface Opening {
  readonly at?: number;
  readonly now?: number;
  readonly address?: string;
  /** The zones of the sites of LF-00, LF-01 and so on. */
  readonly sites?: readonly string[];
  readonly remembered?: Readonly<Record<string, string>>;
  readonly page?: ReactNode;
}

/** Banner, timeline and a screen, with the zone that they share. */
function Past({ children }: { readonly children: ReactNode }) {
  return (
    <ChosenZoneProvider>
      <PastBanner isUnreadable={false} />
      <Timeline onClose={() => undefined} />
      {children}
    </ChosenZoneProvider>
  );
}

function opened({ at = NOW - HOUR, now = NOW, address = '/', sites = ['America/New_York'], remembered = {}, page = null }: Opening = {}) {
  const sent: TravelCommand[] = [];
  const days: (string | undefined)[] = [];
  const places = sites.map((timezone, index) => ({ id: `site-${String(index)}`, name: `Site ${String(index)}`, owned_by: 'o', timezone }));
  const store = createLogStore({ devTools: false });
  const listed = [
    answered(getAllDevices.name, getAllDevices.name, {
      result: [...places.map(({ id }, index) => device(`LF-0${String(index)}`, id)), device('LF-99', undefined)],
    }),
    answered(getLocations.name, keyOf(fullListOf(getLocations)), { total: places.length, results: places }),
    ticked,
  ];
  store.dispatch(eventsBatched(eventsOf(...listed.map((event) => [now / 1_000, event] as const))));
  const travel = {
    isPast: true,
    isPlaying: false,
    hasBanner: true,
    send: (command: TravelCommand) => sent.push(command),
    shownAt: () => at,
    recorded: async () => ({ blocks: async () => [], block: async () => null }),
    stateAt: async () => reduceLog(undefined, []),
    dayAt: async (instant: number, zone?: string) => {
      days.push(zone);
      return { ...dayOf(instant, zone), density: new Map<number, number>(), binMs: 300_000, marks: [], heldFrom: null };
    },
    ports: someTimelinePorts,
    status$: new BehaviorSubject<RecorderStatus>({ from: now - HOUR, problem: null }),
    timeline$: of({ density: new Map<number, number>(), marks: [] }),
    liveStore: store,
    clock: asyncScheduler,
  };
  const block = { id: -2, log: 'history', firstSeq: 0, count: 1, firstAt: 0, lastAt: now };
  const view = (shown: number) => (
    <MemoryRouter initialEntries={[address]}>
      <ConsoleContext value={idleConsole}>
        <TimeTravelContext value={travel}>
          <PlayheadContext
            value={{ kind: 'past', moment: { at: shown, count: 1, block, state: store.getState() }, missedAt: null, speed: null, epoch: 0 }}
          >
            <Provider store={store}>
              <EarlierMomentProvider>
                <Past>{page}</Past>
              </EarlierMomentProvider>
            </Provider>
          </PlayheadContext>
        </TimeTravelContext>
      </ConsoleContext>
    </MemoryRouter>
  );
  const memory = aMemory(remembered);
  const shown = renderUi(view(at), memory);
  return { ...shown, sent, days, memory, show: (moment: number) => shown.again(view(moment)) };
}

const choice = () => screen.getByRole('combobox', { name: 'Times in' });
const moment = () => screen.getByRole('slider', { name: 'Moment' });
const optionsOf = () =>
  within(choice())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it('[ZONE1] the timeline and the banner show their times in site time, own time or UTC, and name the zone that is not the own one', async () => {
  const { user, memory, days } = opened();
  expect(optionsOf()).toEqual(['Own time, Europe/Brussels (CET)', 'Site time, America/New York (EDT)', 'UTC']);
  expect(choice()).toHaveValue('own');
  expect(moment()).toHaveAttribute('aria-valuetext', '25/10/2026, 14:00:00');
  await user.selectOptions(choice(), 'site');
  expect(moment()).toHaveAttribute('aria-valuetext', '25/10/2026, 09:00:00 EDT');
  expect(screen.getByRole('status', { name: 'Past' })).toHaveTextContent('25/10/2026, 09:00:00 EDT, 1 h 0 min behind.');
  expect(screen.getByText('Site EDT')).toBeVisible();
  await user.selectOptions(choice(), 'utc');
  expect(moment()).toHaveAttribute('aria-valuetext', '25/10/2026, 13:00:00 UTC');
  expect(memory.get('timeline.zone.')).toBe('utc');
  // A day of the history is one of the chosen zone.
  expect(days).toEqual(['Europe/Brussels', 'America/New_York', 'UTC']);
});

it('[ZONE1] a note is on a moment in the zone of the timeline', async () => {
  const { user } = opened({ remembered: { 'timeline.zone.': 'utc' } });
  await user.click(screen.getByRole('button', { name: 'Notes' }));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByRole('dialog', { name: 'Add note' })).toHaveTextContent('A note on 25/10/2026, 13:00:00 UTC.');
});

function MarkedEarlier({ at }: { readonly at: number }) {
  const { mark } = useEarlierMoment();
  useEffect(() => mark({ at, state: reduceLog(undefined, []) }), [at, mark]);
  return <ComparePage />;
}

it('[ZONE3] Compare Moments writes and reads its times in the zone of the timeline, also when another one is chosen', async () => {
  const { user } = opened({ page: <MarkedEarlier at={NOW - 6 * HOUR} />, remembered: { 'timeline.zone.': 'utc' } });
  const timeOf = (letter: 'A' | 'B') => screen.getByRole('textbox', { name: `Time of ${letter}` });
  expect(timeOf('A')).toHaveValue('25/10/2026 08:00:00');
  await user.clear(timeOf('A'));
  await user.type(timeOf('A'), '25/10/2026 08:30:00{Enter}');
  expect(await screen.findByText('25/10/2026, 08:30:00 UTC is not held; A is the nearest moment.')).toBeVisible();
  await user.selectOptions(choice(), 'site');
  expect(screen.getByText('25/10/2026, 04:30:00 EDT is not held; A is the nearest moment.')).toBeVisible();
  expect(timeOf('B')).toHaveValue('25/10/2026 09:00:00');
});

it('[ZONE3] the note that a key opens is on a moment in the zone of the timeline', async () => {
  const tools = <TimeTools first={null} onReady={() => undefined} toggle={() => undefined} />;
  const { user } = opened({ page: tools, remembered: { 'timeline.zone.': 'site' } });
  await user.keyboard('b');
  expect(await screen.findByRole('dialog', { name: 'Add note' })).toHaveTextContent('A note on 25/10/2026, 09:00:00 EDT.');
});

it('[ZONE1] the choice is kept for the next visit', () => {
  opened({ remembered: { 'timeline.zone.': 'site' } });
  expect(moment()).toHaveAttribute('aria-valuetext', '25/10/2026, 09:00:00 EDT');
});

it('[ZONE1] where the site has the clock of UTC, who chose UTC sees that clock, not the own one', () => {
  opened({ sites: ['Atlantic/Reykjavik'], remembered: { 'timeline.zone.': 'utc' } });
  expect(moment()).toHaveAttribute('aria-valuetext', '25/10/2026, 13:00:00 GMT');
  expect(choice()).toHaveValue('site');
});

it.each([
  ['of the device that is shown', '/device/detail?device_serial=LF-01', ['Europe/Amsterdam', 'Asia/Kolkata'], 'Asia/Kolkata (UTC+5:30)'],
  ['of the location that is shown', '/maps/locations?location=site-1', ['Asia/Kolkata', 'America/New_York'], 'America/New York (EDT)'],
  ['that all sites have', '/fleet/state', ['Asia/Kolkata', 'Asia/Kolkata'], 'Asia/Kolkata (UTC+5:30)'],
  ['that several sites do not share', '/fleet/state', ['Asia/Kolkata', 'America/New_York'], null],
  ['of a device that is deployed nowhere', '/device/detail?device_serial=LF-99', ['Asia/Kolkata'], null],
  ['that has the own clock', '/device/detail?device_serial=LF-00', ['Europe/Amsterdam'], null],
  ['that no machine knows', '/device/detail?device_serial=LF-00', ['Mars/Olympus'], null],
])('[ZONE1] site time is the zone %s', (_, address, sites, zone) => {
  opened({ address, sites, remembered: { 'timeline.zone.': 'site' } });
  expect(optionsOf()).toEqual(['Own time, Europe/Brussels (CET)', ...(zone === null ? [] : [`Site time, ${zone}`]), 'UTC']);
  expect(choice()).toHaveValue(zone === null ? 'own' : 'site');
});

const goTo = () => screen.getByRole('textbox', { name: 'Go to time' });
const seeks = (sent: readonly TravelCommand[]) =>
  sent.flatMap((command) => (command.kind === 'seek' ? new Date(command.at).toISOString() : []));

it('[ZONE2] a time that exists twice goes to the first and says so, with the way to the second; the field tells both apart', async () => {
  const { user, sent, show } = opened();
  await user.click(goTo());
  await user.keyboard('02:30{Enter}');
  expect(seeks(sent)).toEqual(['2026-10-25T00:30:00.000Z']);
  show(Date.parse('2026-10-25T00:30:00Z'));
  expect(screen.getByText(/^02:30:00 exists twice that day; this is the first, CEST\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go to the other, CET' }));
  expect(seeks(sent)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
  show(Date.parse('2026-10-25T01:30:00Z'));
  expect(screen.getByText(/this is the second, CET\./)).toBeVisible();
  expect(moment()).toHaveAttribute('aria-valuetext', '25/10/2026, 02:30:00 CET');
  show(Date.parse('2026-10-25T01:31:00Z'));
  expect(screen.queryByText(/exists twice/)).toBeNull();
});

it('[ZONE2] in site time a typed time is one of the site', async () => {
  const { user, sent } = opened({ remembered: { 'timeline.zone.': 'site' } });
  await user.click(goTo());
  await user.keyboard('yesterday 22:15{Enter}');
  expect(seeks(sent)).toEqual(['2026-10-25T02:15:00.000Z']);
});

it('[ZONE2] a time that does not exist moves nothing, says between which hours the clock was put forward, and stays to be changed', async () => {
  const { user, sent } = opened({ now: Date.parse('2026-03-29T14:00:00Z'), at: Date.parse('2026-03-29T13:00:00Z') });
  await user.click(goTo());
  await user.keyboard('02:30{Enter}');
  expect(seeks(sent)).toEqual([]);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This time does not exist: on 29/03/2026 the clock goes from 02:00 to 03:00, CET to CEST.',
  );
  expect(goTo()).toHaveValue('02:30');
  expect(goTo()).toHaveFocus();
  await user.clear(goTo());
  await user.keyboard('03:30{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(seeks(sent)).toEqual(['2026-03-29T01:30:00.000Z']);
});

it('[ZONE2] the times below a day on which the clock is put back have the names of both offsets', async () => {
  opened();
  expect(await screen.findByText('25/10/2026, 00:00:00 CEST to', { exact: false })).toBeVisible();
  expect(screen.getByText('00:00:00 CEST', { selector: '.times > *' })).toBeInTheDocument();
});
