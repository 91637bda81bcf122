import type { Page } from 'playwright-core';

/** Half of a finger in px, less the fraction of a pixel at which two controls touch. */
const HALF = 21;

/** Returns the visible controls of a page that a press beside their centre misses: fingers need 44 px in each direction. */
export const touchFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate((half) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button:enabled, select:enabled, textarea:enabled, input:enabled:not(.sr, [type=checkbox]), label:has(input:enabled)',
    );
    const isShown = (control: HTMLElement) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 1 && height > 1 && control.closest('.sr, [hidden]') === null;
    };
    const missed = (control: HTMLElement) => {
      // Some controls are visible only while they have the focus.
      control.focus();
      control.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const whole = control.closest('label') ?? control;
      const beside = [
        [x, y - half],
        [x, y + half],
        [x - half, y],
        [x + half, y],
      ] as const;
      return beside.filter(([at, from]) => !whole.contains(document.elementFromPoint(at, from))).length;
    };
    return [...controls]
      .filter((control) => isShown(control) && missed(control) > 0)
      .map((control) => `${control.tagName.toLowerCase()} ${control.ariaLabel ?? control.textContent.trim().slice(0, 30)}`);
  }, HALF);

/** Returns the visible controls of a page without a focus ring, or whose ring an element around them cuts off. */
export const ringFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const widthOf = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    const around = function* (element: Element | null): Generator<Element> {
      for (let at = element; at !== null && at !== document.body; at = at.parentElement) yield at;
    };
    const fault = (control: HTMLElement) => {
      control.focus();
      if (document.activeElement !== control) return undefined;
      // Fields with something beside their input have the ring around both.
      const ringed = [...around(control)].find((element) => widthOf(getComputedStyle(element)) > 0);
      if (ringed === undefined) return 'no ring';
      const style = getComputedStyle(ringed);
      const reach = widthOf(style) + Number.parseFloat(style.outlineOffset);
      const ring = ringed.getBoundingClientRect();
      const cut = [...around(ringed.parentElement)].some((element) => {
        if (getComputedStyle(element).overflow === 'visible') return false;
        const box = element.getBoundingClientRect();
        return (
          ring.left - reach < box.left || ring.top - reach < box.top || ring.right + reach > box.right || ring.bottom + reach > box.bottom
        );
      });
      return cut ? 'cut ring' : undefined;
    };
    const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [tabindex="0"]')];
    return controls.flatMap((control) => {
      const found = fault(control);
      return found === undefined
        ? []
        : [`${found}: ${control.tagName.toLowerCase()} ${control.ariaLabel ?? control.textContent.slice(0, 30)}`];
    });
  });
