import { addressOf, type Call } from '#contract/call';
import { z } from '#contract/schema';
import type { Page } from 'playwright-core';

const stored = z.object({ access_token: z.string() });

/** Returns the access token of the user signed in on a page. */
export async function tokenOf(page: Page): Promise<string> {
  const text = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'));
    return key === undefined ? null : sessionStorage.getItem(key);
  });
  return stored.parse(JSON.parse(text ?? '{}')).access_token;
}

/** Requests a call as the user of a page and returns the response, parsed by the contract. */
export async function asked<Answer extends z.ZodMiniType>(
  page: Page,
  target: Call<string, z.ZodMiniType, z.ZodMiniType, Answer>,
  params: Readonly<Record<string, string>> = {},
): Promise<z.output<Answer>> {
  const address = new URL(`/api/${addressOf(target, params)}`, page.url());
  const answer = await fetch(address, { headers: { authorization: `Bearer ${await tokenOf(page)}` } });
  if (!answer.ok) throw new Error(`${target.name} was answered ${answer.status}: ${await answer.text()}`);
  return target.answer.parse(await answer.json());
}
