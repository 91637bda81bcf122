import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** Where the person is, as the log knows it: in a replay the route of that moment. `enteredAt` in ms since epoch. */
export interface RouteState {
  readonly path: string | null;
  readonly enteredAt: number | null;
}

const initialState: RouteState = { path: null, enteredAt: null };

export const route = createSlice({
  name: 'route',
  initialState,
  reducers: {},
  extraReducers: onEvents<RouteState>({
    'route.entered': (known, { path, at }) => {
      Object.assign(known, { path, enteredAt: at } satisfies RouteState);
    },
  }),
});

export const selectRoute = (s: { readonly route: RouteState }): RouteState => s.route;
