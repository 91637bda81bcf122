import type { Page } from 'playwright-core';

/**
 * Returns the texts of a page that cannot be read whole at its width: cut without an ellipsis and a tooltip, beyond the window, or controls beyond the visible
 * part of what they scroll in.
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
          // Heads scroll with their columns; what acts on a row must be there.
          if (canScroll && (own.closest('a, button') === null || own.closest('th') !== null)) return undefined;
          return `${words}: cut by ${at.tagName.toLowerCase()}.${(at.getAttribute('class') ?? '').slice(0, 20)}`;
        }
        if (position === 'fixed') return undefined;
      }
      return box.right > innerWidth + SLACK_PX || box.left < -SLACK_PX ? `${words}: beyond the window` : undefined;
    }

    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT);
    const faults = new Set<string>();
    while (walker.nextNode() !== null) {
      const text = walker.currentNode;
      if (text instanceof Text && text.data.trim() !== '') faults.add(faultOf(text) ?? '');
    }
    faults.delete('');
    return [...faults];
  });
