import type { Page } from 'playwright-core';
import { serverFeatures } from '#contract/config';
import { FIRST_ID } from '../generate/style.ts';
import type { HttpRequest } from '#streams/ports';

/** All features but those that ask the server who signed in. */
export const answeredFeatures = serverFeatures.filter((name) => name !== 'me' && name !== 'id_token');

/** The query of every screen, which names the first record of each kind. */
export const firstOfEach = ['device_serial', 'treatment_id', 'map_id', 'organisation', 'location', 'greenhouse']
  .map((name) => `${name}=${FIRST_ID}`)
  .join('&');

const MFA = { status: 200, body: { mfa_enabled: true } };

/** Answers every call that a page makes in its own origin. */
export async function answerCalls(
  page: Page,
  answer: (asked: Pick<HttpRequest, 'method' | 'address'>) => { readonly status: number; readonly body: unknown },
): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    const request = route.request();
    const address = decodeURIComponent(request.url().split('/api/')[1] ?? '');
    const { status, body } = address === 'login_method' ? MFA : answer({ method: request.method() === 'POST' ? 'POST' : 'GET', address });
    await route.fulfill({ status, json: body });
  });
}
