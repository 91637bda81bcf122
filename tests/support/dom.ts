/// <reference types="@testing-library/jest-dom/vitest" />
import { WIDE } from './standIns.ts';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup } from '@testing-library/react';
import { afterEach, expect } from 'vitest';

expect.extend(matchers);
Object.assign(window, WIDE);

afterEach(() => {
  cleanup();
  Object.assign(window, WIDE);
});
