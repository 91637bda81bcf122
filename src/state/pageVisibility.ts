import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** State of the browser page. `isOffline`: there is no network connection. */
export interface PageState {
  readonly isOffline: boolean;
}

const initialState: PageState = { isOffline: false };

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
  }),
});

export const selectIsOffline = (s: { readonly page: PageState }): boolean => s.page.isOffline;
