/** Returns the texts of all live regions of the page, each without its parts that are not announced, which are a part of it nevertheless where it is atomic. */
export function announcedTexts(): readonly string[] {
  return [...document.querySelectorAll('[role=status], [role=alert], [aria-live]:not([aria-live=off])')].map((region) => {
    const role = region.getAttribute('role');
    const isAtomic = (region.getAttribute('aria-atomic') ?? String(role === 'status' || role === 'alert')) === 'true';
    const read = document.createElement('div');
    read.innerHTML = region.innerHTML;
    if (!isAtomic) for (const quiet of read.querySelectorAll('[aria-live=off]')) quiet.remove();
    return read.textContent;
  });
}
