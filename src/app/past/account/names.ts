import { calls } from '#contract/calls';
import { routes } from '../../routes.ts';
import type { Names } from './sessionAccount.ts';

/** The names of screens and calls in an account. Passed to it: imported by it, screens and calls would become chunks of the first load. */
export const names: Names = {
  titles: new Map(routes.map(({ path, title }) => [path, title])),
  calls: new Map(Object.values(calls).map((call) => [call.name, call])),
};
