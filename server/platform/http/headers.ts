/** Security headers of responses, and the content security policy (CSP) with its reports. */

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { tooMany } from '../failure/failure.ts';
import { createRateLimit } from '../limits/rateLimit.ts';

/** Hash of the empty string: Emotion's `<style>` element is empty, since its rules are inserted by CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Returns the console's content security policy. `connectTo`: further origins for `connect-src` (external identity provider, map tiles). */
export function consolePolicy(connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    // Videos are fetched as blobs, since their call needs the token.
    "media-src 'self' blob:",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /csp-report',
  ].join('; ');
}

/** The policy of API responses, which are not pages and may load nothing. The console's policy of 400 bytes would be most of a short response. */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'";
const isCall = (url: string) => url.startsWith('/api/');

const common: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Headers of `/signed-in`, the redirect page of an external provider. The provider's pages usually set no opener policy; setting one here would cut off the
 * popup from the console, which would then see a closed popup and cancel the sign-in.
 */
const returning = { 'cross-origin-opener-policy': 'unsafe-none' };
const isReturn = (url: string) => /^\/signed-in(\?|$)/.test(url);

/** Options of the headers. */
interface HeaderParts {
  readonly policy: string;
  readonly isProviderElsewhere: boolean;
  readonly log: Logger;
  readonly now: () => number;
}

/** Maximum number of policy reports that are read per address, and maximum number that are logged in total. */
const REPORTS_PER_ADDRESS = { perSecond: 0.2, burst: 20 };
const LOGGED_REPORTS = { perSecond: 0.1, burst: 50 };

function registerReports(app: FastifyInstance, { log, now }: HeaderParts): void {
  const types = ['application/csp-report', 'application/reports+json'];
  app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) => done(null, body));
  const [sent, logged] = [createRateLimit(REPORTS_PER_ADDRESS, now), createRateLimit(LOGGED_REPORTS, now)];
  const isTooMuch = async ({ ip }: { readonly ip: string }) => {
    const wait = sent.waitSeconds(ip);
    if (wait > 0) throw tooMany('too many reports', wait);
  };
  app.post('/csp-report', { onRequest: isTooMuch }, async (request, reply) => {
    if (logged.waitSeconds('') === 0) log.warn({ report: String(request.body).slice(0, 1_000) }, 'content security policy');
    return reply.code(204).send();
  });
}

/** Sets default security headers on every response (the identity provider's pages override the policy) and registers `POST /csp-report`. */
export function registerHeaders(app: FastifyInstance, parts: HeaderParts): void {
  const { policy, isProviderElsewhere } = parts;
  app.addHook('onRequest', async (request, reply) => {
    const more = isProviderElsewhere && isReturn(request.url) ? returning : {};
    reply.headers({ ...common, ...more, 'content-security-policy': isCall(request.url) ? ANSWER_POLICY : policy });
  });
  registerReports(app, parts);
}
