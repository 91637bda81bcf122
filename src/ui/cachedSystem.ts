import type { SystemContext } from '@chakra-ui/react';
import { css as serialise } from '@emotion/react';

interface Results<Key, Result> {
  readonly get: (key: Key) => Result | undefined;
  readonly set: (key: Key, result: Result) => unknown;
}

/** Returns a function that computes its result once per argument. */
function once<Key, Result>(results: Results<Key, Result>, compute: (key: Key) => Result): (key: Key) => Result {
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}

const isEmpty = (styles: object): boolean => {
  for (const _ in styles) return false;
  return true;
};

/**
 * Returns a system that computes the styles of a component once. Chakra rebuilds the recipe of a component at each render of an element and looks up its styles
 * by their serialised content, which takes more than a quarter of the time to render a screen. Here, a recipe is identified by its definition and its styles by
 * the object that the recipe returns; styles from an element's own properties are computed as before.
 */
export function cachedSystem(system: SystemContext): SystemContext {
  const stylesOf = once(new WeakMap<object, ReturnType<SystemContext['css']>>(), (recipe) => serialise(system.css(recipe)));
  return {
    ...system,
    cva: once(new WeakMap(), system.cva),
    sva: once(new WeakMap(), system.sva),
    isValidProperty: once(new Map(), (name) => system.isValidProperty(name)),
    css: (...styles) => {
      const [recipe, own] = styles;
      const isRecipeOnly = styles.length === 2 && recipe !== undefined && own !== undefined && isEmpty(own);
      return isRecipeOnly ? stylesOf(recipe) : system.css(...styles);
    },
  };
}
