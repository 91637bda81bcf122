import { Fragment, type ElementType, type ReactElement } from 'react';
import { visible } from './visible.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'o-text': { readonly children?: ReactNode };
    }
  }
}

/** A function that creates an element, such as those of the JSX runtime. */
type Create = (type: ElementType, props: Record<string, unknown>, key: string) => ReactElement;

/** The element around a text that has siblings: it has no style and no semantics, and style rules of a parent do not select it. */
const TEXT: ElementType = 'o-text';

const isText = (child: unknown): child is string | number => typeof child === 'string' || typeof child === 'number';
const isNothing = (child: unknown): boolean => child === null || child === undefined || typeof child === 'boolean';
const isBlank = (text: string): boolean => text.trim() === '';

/** Wraps the texts between two elements in one element, at an index that does not depend on the number of texts. */
function wrapRuns(children: readonly unknown[], create: Create): readonly unknown[] {
  const out: unknown[] = children.map(() => null);
  let run = '';
  let runAt = -1;
  let runs = 0;
  const close = () => {
    // Whitespace alone is not translated, and an element between boxes would become a box itself.
    if (run !== '') out[runAt] = isBlank(run) ? run : create(TEXT, { children: run }, `text-${String(runs)}`);
    run = '';
    runAt = -1;
  };
  for (const [at, given] of children.entries()) {
    const child = childrenOf(given, create);
    if (isText(child)) {
      run += String(child);
      if (runAt < 0) runAt = at;
    } else if (!isNothing(child)) {
      close();
      runs += 1;
      out[at] = child;
    }
  }
  close();
  return out;
}

/** Returns the children of an element with every text that has siblings wrapped. */
function childrenOf(children: unknown, create: Create): unknown {
  if (!Array.isArray(children)) return children;
  const list: readonly unknown[] = children;
  if (!list.some((child) => isText(child) || Array.isArray(child))) return children;
  return list.every((child) => isText(child) || isNothing(child)) ? list.filter(isText).join('') : wrapRuns(list, create);
}

/**
 * Returns the properties of an element with its texts wrapped so that a translator may replace them, and without characters that affect adjacent texts. A
 * browser that translates a page replaces text nodes: if React then removes, or inserts before, a node that no longer exists, the screen breaks, and a text
 * that React changes is not updated. An element whose only child is a text is safe, so every text that has a sibling gets its own element.
 */
export function translatable(type: unknown, given: Record<string, unknown>, create: Create): Record<string, unknown> {
  const props = visible(given);
  const { children } = props;
  const safe = childrenOf(children, create);
  // The only text of a fragment may have siblings in the element around the fragment.
  if (type === Fragment && isText(safe) && !isBlank(String(safe))) return { ...props, children: create(TEXT, { children: safe }, 'text') };
  return safe === children ? props : { ...props, children: safe };
}
