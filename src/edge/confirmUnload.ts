/** Returns a switch for the browser's confirmation before the page is closed or reloaded. */
export function confirmUnload(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): (isOn: boolean) => void {
  const refuse = (event: Event) => event.preventDefault();
  // A permanent listener would exclude the page from the browser's back-forward cache.
  return (isOn) => (isOn ? page.addEventListener('beforeunload', refuse) : page.removeEventListener('beforeunload', refuse));
}
