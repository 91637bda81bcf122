import * as React from 'react';

const COUNT = 'recentlyCreatedOwnerStacks';
/** From this number on React takes none. */
const ENOUGH = 10_000;

/**
 * Turns off the stack trace that the development build of React takes of each new element, up to a number per second, to say in a warning which component
 * created it: a quarter of the CPU time of all tests in jsdom. Warnings and the stacks of components stay. Throws when React no longer has such a number.
 */
export function skipOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null || !(COUNT in internals)) throw new Error(`React counts no ${COUNT}.`);
  Object.defineProperty(internals, COUNT, { get: () => ENOUGH, set: () => {}, configurable: true });
}
