/** Embeds the page's icon in its link, because a browser may request an icon file again whenever the URL changes. Never rejects. */
export async function inlineIcon(page: Pick<Window & typeof globalThis, 'document' | 'fetch'>): Promise<void> {
  const link = page.document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link === null || link.href.startsWith('data:')) return;
  try {
    const answer = await page.fetch(link.href, { credentials: 'same-origin' });
    link.href = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  } catch {
    // The page works without its icon.
    link.remove();
  }
}
