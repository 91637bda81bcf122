// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { openFile } from '#app/replay/openedFile';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { useRoomDownload } from '#hooks/useRoomDownload';
import { ownBlocks } from '#past/moments/moments';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { aLog, profile, recordedLog } from '../past/recordedLog.ts';
import { eventsOf } from '../state/eventsOf.ts';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';
import { someTravel } from '../support/someTravel.ts';

afterEach(cleanup);

it('[CLOCK7] a console whose clock is ten minutes behind saves the minutes that the room shows', async () => {
  const offsetMs = 600_000;
  const liveStore = createLogStore({ devTools: false });
  const measured = { kind: 'clock.offsetMeasured', offsetMs } as const;
  liveStore.dispatch(eventsBatched(eventsOf([0, { kind: 'session.opened', profile }], [1, measured])));
  const saved: Uint8Array<ArrayBuffer>[] = [];
  const travel = someTravel({
    recorded: async () => ownBlocks(recordedLog(aLog(60)).recorder, recordingCodec),
    status$: new BehaviorSubject({ from: 0, problem: null }),
    liveStore,
    ports: { ...someTimelinePorts, saveBytes: (bytes) => void saved.push(bytes) },
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => createElement(TimeTravelContext, { value: travel, children });
  const { result } = renderHook(() => useRoomDownload('LF-01', []), { wrapper });
  await act(() => result.current.save({ from: offsetMs + 20_000, to: offsetMs + 40_000 }, offsetMs + 30_000));
  expect(result.current.progress).toBe('idle');
  const { from, to } = await openFile(new Blob(saved), 'room');
  expect([from, to]).toEqual([21_000, 40_000]);
});
