import { calls } from '#contract/catalogue/calls';
import { routes } from './routes.ts';
import type { Names } from '#past/account/sessionAccount';

/** Loads the names of screens and calls in an account. They are loaded on demand, because the declarations of all calls are not part of the first load. */
export const accountNames: Names = {
  titles: new Map(routes.map(({ path, title }) => [path, title])),
  calls: new Map(Object.values(calls).map((call) => [call.name, call])),
};
