import { screen } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { ownBlocks } from '#past/moments/moments';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { WhyPanel } from '#timeline/why/WhyPanel';
import { aLog, recordedLog } from '../past/recordedLog.ts';
import { renderUi } from '../support/renderUi.tsx';
import { someTravel } from '../support/someTravel.ts';

it('[WHY15] [UNREAD3] a search that cannot read the recording says so, and is tried again', async () => {
  const log = aLog(10);
  const { recorder } = recordedLog(log);
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(log));
  let isAway = true;
  const travel = someTravel({
    shownAt: () => 10_000,
    recorded: async () => {
      if (isAway) throw new Error('away');
      return ownBlocks(recorder, recordingCodec);
    },
    status$: new BehaviorSubject({ from: 0, problem: null }),
    timeline$: of({ density: new Map(), marks: [] }),
    liveStore,
  });
  const sheet = document.body.appendChild(document.createElement('div')).appendChild(document.createElement('div'));
  sheet.id = 'sheet';
  const { user } = renderUi(
    <TimeTravelContext value={travel}>
      <Provider store={liveStore}>
        <WhyPanel value={{ serial: 'LF-01', shows: 'battery_level', label: 'Battery' }} onClose={() => undefined} />
      </Provider>
    </TimeTravelContext>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('The recording could not be read.');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('The event that set it')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  sheet.parentElement?.remove();
});
