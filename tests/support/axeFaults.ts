import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Returns the axe violations in a part of a page, one line each: rule and element. */
export async function axeFaults(at: Page, part: string): Promise<readonly string[]> {
  // Axe stays in a page that is not loaded again: half a megabyte to parse, which is sent once.
  const isLoaded: boolean = await at.evaluate(() => 'axe' in window);
  // Reports violations only and does not fetch style sheets again, which halves the time.
  const axe = new AxeBuilder({ page: at, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    .include(part)
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}
