import { Fragment, jsxDEV as create } from 'react/jsx-dev-runtime';
import { translatable } from './texts.ts';

type Arguments = Parameters<typeof create>;

/** The JSX function of development and tests, which creates an element in place of React's own function. */
export const jsxDEV = (
  type: Arguments[0],
  props: Record<string, unknown>,
  key: Arguments[2],
  isStatic: boolean,
  source?: Arguments[4],
  self?: unknown,
) => {
  const safe = translatable(type, props, (inner, innerProps, innerKey) => create(inner, innerProps, innerKey, false));
  return create(type, safe, key, isStatic && Array.isArray(safe['children']), source, self);
};

export { Fragment };
