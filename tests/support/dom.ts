/// <reference types="@testing-library/jest-dom/vitest" />
import { skipOwnerStacks } from './ownerStacks.ts';
import { WIDE } from './standIns.ts';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { OpenMenu } from '#ui/Menu';

skipOwnerStacks();
expect.extend(matchers);
// In ms: longer than the default second, for a busy machine.
configure({ asyncUtilTimeout: 20_000 });
Object.assign(window, WIDE);
// As the console does once it has nothing to do.
await OpenMenu.load();

afterEach(() => {
  cleanup();
  Object.assign(window, WIDE);
});
