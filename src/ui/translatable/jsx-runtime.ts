/** The JSX runtime of the build: creates elements whose texts a translator may replace. */

import { Fragment, jsx as create, jsxs as createStatic } from 'react/jsx-runtime';
import { translatable } from './texts.ts';

type Arguments = Parameters<typeof create>;

/** Creates an element, in place of React's own function. */
export const jsx = (type: Arguments[0], props: Record<string, unknown>, key?: Arguments[2]) =>
  create(type, translatable(type, props, create), key);

/** Creates an element whose children are written in the source, in place of React's own function. */
export const jsxs = (type: Arguments[0], props: Record<string, unknown>, key?: Arguments[2]) =>
  createStatic(type, translatable(type, props, create), key);

export { Fragment };
