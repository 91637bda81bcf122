import { screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { PlayheadContext } from '#hooks/TimeTravelContext';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { LateReport } from '#widgets/LateReport';
import { eventsOf, reported } from '../state/eventsOf.ts';
import { renderUi } from '../support/renderUi.tsx';

const HOUR = 3_600;
const block = { id: -2, log: 'history', firstSeq: 0, count: 1, firstAt: 0, lastAt: 1_000 };

function shown(receivedLateAt: ((serial: string, reportedAt: number) => number | null) | undefined) {
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf([HOUR, reported('LF-01', HOUR)])));
  const moment = { at: HOUR * 1_000, count: 1, block, state: store.getState(), receivedLateAt };
  return renderUi(
    <PlayheadContext value={{ kind: 'past', moment, missedAt: null, speed: null, epoch: 0 }}>
      <Provider store={store}>
        <LateReport serial="LF-01" />
      </Provider>
    </PlayheadContext>,
  );
}

it('[KNOWN7] a report that came late says how long after it was made it was received, and when', () => {
  shown((serial, reportedAt) => (serial === 'LF-01' && reportedAt === HOUR * 1_000 ? 4 * HOUR * 1_000 : null));
  expect(screen.getByText(/Received 3 h 0 min later/).parentElement).toHaveTextContent(
    /^Received 3 h 0 min later, 01\/01\/1970, 05:00:00$/,
  );
});

it.each([
  ['a report that came when it was made', () => null],
  ['a block in which nothing came late', undefined],
])('[KNOWN7] %s says nothing', (_, receivedLateAt) => {
  shown(receivedLateAt);
  expect(screen.queryByText(/Received/)).toBeNull();
});
