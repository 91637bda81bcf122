/** Makes the browser ask before the page is closed or loaded again, while it is switched on. */
export function askBeforeUnload(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): (isOn: boolean) => void {
  const refuse = (event: Event) => event.preventDefault();
  // A listener that is always there would keep pages out of the browser's back-forward cache.
  return (isOn) => (isOn ? page.addEventListener('beforeunload', refuse) : page.removeEventListener('beforeunload', refuse));
}
