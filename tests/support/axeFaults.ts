import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe has to say about a part of a page, in one line each: the rule, and the element. */
export async function axeFaults(at: Page, part: string): Promise<readonly string[]> {
  // Of what is well nothing is written down, and no style sheet is fetched again: half of the time.
  const axe = new AxeBuilder({ page: at })
    .include(part)
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}
