/** The slice of the browser page: the shown route with its query (`selectRoute`), and whether there is no network (`selectIsOffline`). */

import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** The screen that the user sees: the path of the route and the query of the URL. */
export interface ShownRoute {
  readonly path: string;
  readonly search: string;
}

/** State of the browser page. `isOffline` means that there is no network connection. `route` is null before the first screen. */
export interface PageState {
  readonly isOffline: boolean;
  readonly route: ShownRoute | null;
}

const initialState: PageState = { isOffline: false, route: null };

export const page = createSlice({
  name: 'page',
  initialState,
  reducers: {},
  extraReducers: onEvents<PageState>({
    'page.offline': (known) => {
      known.isOffline = true;
    },
    'page.online': (known) => {
      known.isOffline = false;
    },
    'route.entered': (known, { path, search = '' }) => {
      known.route = { path, search };
    },
  }),
});

export const selectIsOffline = (s: { readonly page: PageState }): boolean => s.page.isOffline;

/** Selects the screen that the user in this log sees; the same object until the user opens another one. */
export const selectRoute = (s: { readonly page: PageState }): ShownRoute | null => s.page.route;
