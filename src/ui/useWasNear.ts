import { useEffect, useState } from 'react';

/** Maximum distance of an element from the visible part of the page, in px. */
const NEAR = '160px';

/** Returns whether an element has ever been near the visible part of the page, so its content is loaded only then. */
export function useWasNear(element: HTMLElement | null): boolean {
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    if (element === null || wasNear) return undefined;
    const observer = new IntersectionObserver((entries) => setWasNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, wasNear]);
  return wasNear;
}
