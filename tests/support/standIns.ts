// Browser APIs that jsdom lacks or computes at great cost, defined in this one place. jsdom has no layout, so sizes are fixed, never measured.
import { rememberedStyles } from './computedStyle.ts';

export const WIDE = { innerWidth: 1440, innerHeight: 900 };
const BOX_PX = 600;

class StillResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Without layout nothing is near the visible part of the page, which every test of it asks Chromium. */
class StillIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** A media query that follows resizes of the window while somebody listens, so that the window keeps none of a test that is over. */
class MediaQuery extends EventTarget implements MediaQueryList {
  readonly media: string;
  readonly onchange = null;
  readonly #holds: () => boolean;
  readonly #listeners = new Set<unknown>();
  #matched = false;

  constructor(media: string, holds: () => boolean) {
    super();
    this.media = media;
    this.#holds = holds;
  }

  get matches() {
    return this.#holds();
  }

  override addEventListener(type: string, listener: EventListenerOrEventListenerObject | null) {
    super.addEventListener(type, listener);
    if (this.#listeners.size === 0) this.#matched = this.matches;
    this.#listeners.add(listener);
    window.addEventListener('resize', this.#follow);
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null) {
    super.removeEventListener(type, listener);
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) window.removeEventListener('resize', this.#follow);
  }

  addListener() {}
  removeListener() {}

  readonly #follow = () => {
    if (this.#matched === this.matches) return;
    this.#matched = this.matches;
    this.dispatchEvent(new Event('change'));
  };
}

/** Width queries follow `window.innerWidth` (change it with `window.resizeTo`); every preference query is false. */
function matchMedia(media: string): MediaQueryList {
  const least = /min-width:\s*(\d+)px/.exec(media)?.[1];
  const most = /max-width:\s*(\d+)px/.exec(media)?.[1];
  return new MediaQuery(
    media,
    () =>
      (least !== undefined || most !== undefined) &&
      window.innerWidth >= Number(least ?? 0) &&
      window.innerWidth <= Number(most ?? Infinity),
  );
}

// Without it React uses a prefixed animation event name for jsdom.
class EndOfAnimation extends Event {}

function resizeTo(innerWidth: number, innerHeight: number) {
  Object.assign(window, { innerWidth, innerHeight });
  window.dispatchEvent(new Event('resize'));
}

const given = (value: unknown) => ({ value, configurable: true, writable: true });

Object.defineProperties(window, {
  AnimationEvent: given(EndOfAnimation),
  IntersectionObserver: given(StillIntersectionObserver),
  ResizeObserver: given(StillResizeObserver),
  getComputedStyle: given(rememberedStyles(document, window.getComputedStyle.bind(window))),
  matchMedia: given(matchMedia),
  resizeTo: given(resizeTo),
  scrollTo: given(() => {}),
});
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { get: () => BOX_PX, configurable: true },
  offsetWidth: { get: () => BOX_PX, configurable: true },
  clientHeight: { get: () => BOX_PX, configurable: true },
  clientWidth: { get: () => BOX_PX, configurable: true },
  scrollTo: given(() => {}),
  scrollIntoView: given(() => {}),
});
