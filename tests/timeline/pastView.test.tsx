import { screen } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { heldChanges, PageAddressContext } from '#ui/pageAddress';
import type { PastView } from '#past/history/asKnown';
import { selectDevice } from '#state/fleet';
import { ComparePage } from '#timeline/compare/ComparePage';
import { MomentButtons } from '#timeline/MomentButtons';
import { useMomentAddress } from '#timeline/moment/useMomentAddress';
import { SaveButtons } from '#timeline/SaveButtons';
import { TimelineZoneProvider } from '#timeline/zone/TimelineZone';
import { EarlierMomentProvider } from '#widgets/EarlierMoment';
import { banner, isNow, loaded, signedIn } from './aPastConsole.tsx';
import { FROM, historyOfTenMinutes, IN_HISTORY } from './historyOfTenMinutes.ts';

beforeAll(loaded);

const IN_ADDRESS = `at=${encodeURIComponent(new Date(IN_HISTORY).toISOString())}`;
const choice = () => screen.queryByRole('combobox', { name: 'Past shown' });
const shownView = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Past shown' })?.value ?? null;
const addressText = () => screen.getByLabelText('Address').textContent;
const at = (address: string) => signedIn(address, {}, undefined, historyOfTenMinutes);

describe('the view of the past', () => {
  it('[KNOWN6] is in the address with the moment: a link shows the same view, which the banner names', async () => {
    at(`/fleet/state?${IN_ADDRESS}&as=known`);
    expect(await banner()).toHaveTextContent('As known then, without what arrived later.');
    await expect.poll(shownView).toBe('known');
    expect(addressText()).toContain('as=known');
  });

  it('[KNOWN6] is chosen in the timeline by keyboard, and ends with the past', async () => {
    const { user, travel } = at(`/fleet/state?${IN_ADDRESS}`);
    expect(await banner()).not.toHaveTextContent('As known');
    await expect.poll(shownView).toBe('was');
    expect(choice()?.parentElement).toHaveAttribute('title', expect.stringContaining('only what had arrived by then'));
    choice()?.focus();
    await user.selectOptions(choice() ?? document.body, 'known');
    await expect.poll(async () => (await banner()).textContent).toContain('As known then');
    await expect.poll(addressText).toBe(`/fleet/state?${IN_ADDRESS}&as=known`);
    await user.click(screen.getByRole('button', { name: /Return to now/ }));
    await isNow();
    travel.send({ kind: 'seek', at: FROM + 6 * MINUTE_MS });
    expect(await banner()).not.toHaveTextContent('As known');
  });

  it('[KNOWN6] is no choice where this console recorded the moment itself, and stays for the history', async () => {
    const { travel } = at(`/fleet/state?${IN_ADDRESS}&as=known`);
    await banner();
    travel.send({ kind: 'seek', at: 20_000 });
    await expect.poll(choice).toBeNull();
    expect(await banner()).not.toHaveTextContent('As known');
    travel.send({ kind: 'seek', at: FROM + 6 * MINUTE_MS });
    await expect.poll(shownView).toBe('known');
  });

  it('[KNOWN6] is no choice where the server does not tell what came late', async () => {
    signedIn('/fleet/state?at=1970-01-01T00%3A00%3A20.000Z&as=known');
    expect(await banner()).not.toHaveTextContent('As known');
    expect(choice()).toBeNull();
    await expect.poll(addressText).not.toContain('as=');
  });
});

/** The sixth minute compared with A, at which the late report is the newest one. */
const COMPARED = 'at=1969-12-31T23%3A56%3A01.000Z&a=1969-12-31T23%3A54%3A01.000Z';
const levels = () =>
  screen
    .queryAllByRole('cell')
    .map(({ textContent }) => textContent)
    .slice(-2);

function Comparison() {
  useMomentAddress();
  const [shown] = useSearchParams();
  const [{ changes }] = useState(heldChanges);
  const address = useMemo(() => ({ shown, changes, isCurrent: () => true }), [shown, changes]);
  return (
    <EarlierMomentProvider>
      <PageAddressContext value={address}>
        <ComparePage />
      </PageAddressContext>
      <TimelineZoneProvider>
        <MomentButtons />
        <SaveButtons />
      </TimelineZoneProvider>
    </EarlierMomentProvider>
  );
}

const compared = (search: string) => signedIn(`/fleet/compare_moments?${search}`, {}, undefined, historyOfTenMinutes, <Comparison />);

describe('the moment A in a view of the past', () => {
  it('[KNOWN6] a link to a comparison shows both moments in its view', async () => {
    compared(`${COMPARED}&as=known`);
    await expect.poll(levels).toEqual(['3 %', '6 %']);
  });

  it('[KNOWN6] a moment that was marked in a view is of the one that is shown after a visit to now', async () => {
    const { travel } = compared(`${COMPARED}&as=known`);
    await expect.poll(levels).toEqual(['3 %', '6 %']);
    travel.send({ kind: 'live' });
    await expect.poll(addressText).not.toContain('at=');
    travel.send({ kind: 'seek', at: FROM + 6 * MINUTE_MS + 1_000 });
    await expect.poll(levels).toEqual(['4 %', '6 %']);
  });
});

describe('a file of the past', () => {
  it.each(['Save A to B', 'Save recording', 'Save as test'])(
    '[KNOWN10] holds the past as it was while it is shown as known: %s',
    async (name) => {
      const { user, read } = compared(`${COMPARED}&as=known`);
      await expect.poll(levels).toEqual(['3 %', '6 %']);
      // The page itself looks up what this console recorded.
      await expect.poll(() => read).toEqual(['was']);
      await user.click(screen.getByRole('button', { name }));
      await expect.poll(() => read).toEqual(['was', 'was']);
    },
  );

  it('[SAVE5] a moment of the history is reported', async () => {
    const { user } = compared(COMPARED);
    await expect.poll(levels).toEqual(['4 %', '6 %']);
    await user.click(screen.getByRole('button', { name: 'Report this moment' }));
    await user.click(await screen.findByRole('button', { name: 'Save report' }));
    // The form stays until the file is saved.
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[KNOWN10] what is read as it was has the late report while the past is shown as known', async () => {
    const { travel } = compared(`${COMPARED}&as=known`);
    await expect.poll(levels).toEqual(['3 %', '6 %']);
    const levelAt = async (view?: PastView) => {
      const state = await travel.stateAt(FROM + 4 * MINUTE_MS + 1_000, view);
      const { blocks, block } = await travel.recorded(view);
      const [entry] = await blocks(FROM);
      const read = entry === undefined ? null : await block(entry);
      const kept = Array.from({ length: read?.count ?? 0 }, (_, index) => read?.eventAt(index));
      return [
        state === null ? null : selectDevice(state, 'LF-01')?.state.battery_level,
        kept.some((event) => event?.kind === 'device.stateReported' && event.state.battery_level === 4),
      ];
    };
    expect(await levelAt()).toEqual([3, false]);
    expect(await levelAt('was')).toEqual([4, true]);
  });
});
