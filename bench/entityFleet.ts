/** The competitor of `state`: a fleet kept by the entity adapter of Redux Toolkit, a row per report. */

import { createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EventOf } from '#streams/event';
import type { DeviceRow } from '../state/fleet.ts';

/** A report as a row of the fleet, in the form that Redux Toolkit's entity adapter keeps. */
export const toRow = ({ serial, reportedAt, at, state }: EventOf<'device.stateReported'>): DeviceRow => ({
  serial,
  reportedAt,
  receivedAt: at,
  state,
  isPresent: true,
  vanishedAt: null,
  errorBegan: null,
});

const adapter = createEntityAdapter<DeviceRow, string>({ selectId: ({ serial }) => serial });

/** The fleet as a slice of Redux Toolkit: updated a row at a time, or with all rows of a frame at once. */
export const slice = createSlice({
  name: 'fleet',
  initialState: adapter.getInitialState(),
  reducers: {
    one: (state, { payload }: PayloadAction<DeviceRow>) => {
      adapter.upsertOne(state, payload);
    },
    many: (state, { payload }: PayloadAction<readonly DeviceRow[]>) => {
      adapter.setMany(state, payload);
    },
  },
});
export const { one, many } = slice.actions;
export type Entities = ReturnType<typeof slice.reducer>;
