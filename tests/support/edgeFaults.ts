import type { Page } from 'playwright-core';

/** Returns the visible controls of a page without an edge, and the chosen ones that look like the others: for a page under forced colours. */
export const edgeFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
    document.body.append(probe);
    const { backgroundColor: highlight, color: highlightText } = getComputedStyle(probe);
    probe.remove();
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}`;
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible' && !element.closest('.sr, [hidden]');
    };
    const hasEdge = (element: Element) => {
      const { borderTopWidth, borderTopStyle, appearance } = getComputedStyle(element);
      const isBox = element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
      return isBox ? appearance !== 'none' : borderTopStyle !== 'none' && borderTopWidth !== '0px';
    };
    const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
    const bare = shown('button, input, select, textarea, summary, [role=button]').filter((element) => !hasEdge(element));
    const chosen = shown(
      '[aria-selected=true], [aria-pressed=true], [aria-current=page], [data-current], label:has(input.sr:checked), tr[data-tone=selected] td',
    );
    const unmarked = chosen.filter((element) => getComputedStyle(element).backgroundColor !== highlight);
    const unreadable = chosen.filter((element) => getComputedStyle(element).color !== highlightText);
    return [
      ...bare.map((element) => `no edge: ${nameOf(element)}`),
      ...unmarked.map((element) => `not marked: ${nameOf(element)}`),
      ...unreadable.map((element) => `not readable: ${nameOf(element)}`),
    ];
  });
