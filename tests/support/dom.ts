/// <reference types="@testing-library/jest-dom/vitest" />
import { WIDE } from './standIns.ts';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, expect } from 'vitest';

expect.extend(matchers);
// In ms: longer than the default second, for a busy machine.
configure({ asyncUtilTimeout: 20_000 });
Object.assign(window, WIDE);

// React records a stack trace for each element that it creates until it counts too many of them within a second. No test reads these traces, which
// cost a seventh of the time: here the count is too high from the start.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {}, configurable: true });

afterEach(() => {
  cleanup();
  Object.assign(window, WIDE);
});
