import type { Page } from 'playwright-core';

/**
 * Returns the texts of a page that cannot be read whole at its width: cut without an ellipsis and a tooltip, beyond the window, or controls beyond the visible
 * part of what they scroll in, or below another control.
 */
export const clippedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const SLACK_PX = 2;
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      element.closest('.sr, svg, option, [aria-hidden=true]') === null;
    const boxOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const explains = (element: Element) => {
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return element instanceof HTMLElement && element.title !== '';
    };
    // Screen readers alone read what is clipped to a point.
    const isPoint = (element: Element) => element.clientWidth <= 1 || getComputedStyle(element).clipPath !== 'none';
    const isRegion = (element: Element) => element.getAttribute('role') === 'region' || element.matches('nav, [role=tablist]');

    function faultOf(text: Text): string | undefined {
      const own = text.parentElement;
      const box = boxOf(text);
      if (own === null || box.width === 0 || !isShown(own)) return undefined;
      const words = `"${text.data.trim().slice(0, 40)}" in ${own.tagName.toLowerCase()}`;
      for (let at: Element | null = own; at !== null && at !== document.documentElement; at = at.parentElement) {
        if (isPoint(at) && at.clientWidth > 0) return undefined;
        const { overflowX, textOverflow, position } = getComputedStyle(at);
        const { left, right } = at.getBoundingClientRect();
        const isOut = box.right > right + SLACK_PX || box.left < left - SLACK_PX;
        if (overflowX !== 'visible' && isOut) {
          if (textOverflow === 'ellipsis') return explains(at) ? undefined : `${words}: no tooltip`;
          const canScroll = (overflowX === 'auto' || overflowX === 'scroll') && isRegion(at);
          // Heads scroll with their columns; the controls that act on a row must be there.
          if (canScroll && (own.closest('a, button') === null || own.closest('th') !== null)) return undefined;
          return `${words}: cut by ${at.tagName.toLowerCase()}.${(at.getAttribute('class') ?? '').slice(0, 20)}`;
        }
        if (position === 'fixed') return undefined;
      }
      return box.right > innerWidth + SLACK_PX || box.left < -SLACK_PX ? `${words}: beyond the window` : undefined;
    }

    const controls = [...document.querySelectorAll('#root :is(a, button, input, select, label)')].filter(isShown);
    /** Returns a control that another one covers; sticky and floating ones may pass over others. */
    function coverOf(control: Element): string | undefined {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isThere = right - left > 8 && bottom - top > 8 && top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
      if (!isThere) return undefined;
      for (let at: Element | null = control; at !== null; at = at.parentElement) {
        const box = at.getBoundingClientRect();
        const isOut = left < box.left || right > box.right || top < box.top || bottom > box.bottom;
        const isCut = getComputedStyle(at).overflowX !== 'visible' && isOut;
        if (isPoint(at) || isCut) return undefined;
      }
      const places = [left + SLACK_PX, (left + right) / 2, right - SLACK_PX].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
      const cover = places
        .map((place) => place?.closest('a, button, input, select, label') ?? null)
        .find((one) => one !== null && !one.contains(control) && !control.contains(one) && !belongs(one, control));
      if (cover === null || cover === undefined) return undefined;
      for (let at: Element | null = cover; at !== null; at = at.parentElement) {
        if (['sticky', 'fixed', 'absolute'].includes(getComputedStyle(at).position)) return undefined;
      }
      const named = (one: Element) =>
        `"${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}" in ${one.tagName.toLowerCase()}`;
      return `${named(control)}: below ${named(cover)}`;
    }
    const belongs = (one: Element, other: Element) =>
      [one, other].some((label) => label instanceof HTMLLabelElement && [one, other].some((field) => label.control === field));

    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT);
    const faults = new Set<string>();
    while (walker.nextNode() !== null) {
      const text = walker.currentNode;
      if (text instanceof Text && text.data.trim() !== '') faults.add(faultOf(text) ?? '');
    }
    for (const control of controls) faults.add(coverOf(control) ?? '');
    faults.delete('');
    return [...faults];
  });
