// Browser APIs that jsdom lacks, defined in this one place. jsdom has no layout, so sizes are fixed, never measured.

export const WIDE = { innerWidth: 1440, innerHeight: 900 };
const BOX_PX = 600;

class StillResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Width queries follow `window.innerWidth` (change it with `window.resizeTo`); every preference query is false. */
function matchMedia(media: string): MediaQueryList {
  const least = /min-width:\s*(\d+)px/.exec(media)?.[1];
  const most = /max-width:\s*(\d+)px/.exec(media)?.[1];
  const holds = () =>
    (least !== undefined || most !== undefined) && window.innerWidth >= Number(least ?? 0) && window.innerWidth <= Number(most ?? Infinity);
  const query = Object.assign(new EventTarget(), { media, matches: holds(), onchange: null, addListener() {}, removeListener() {} });
  window.addEventListener('resize', () => {
    if (query.matches === holds()) return;
    query.matches = holds();
    query.dispatchEvent(new Event('change'));
  });
  return query;
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
  ResizeObserver: given(StillResizeObserver),
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
