import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Hash of the empty text: Emotion's one `<style>` element is empty, its rules go in by CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The console's policy. `connectTo` are further origins it may call: an outside identity provider, a socket elsewhere. */
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
    // A video comes as bytes, since its call needs the token.
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

const common: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * The page that a provider elsewhere sends the popup back to. The provider's pages usually have no opener policy; with one here the browser would cut
 * the popup from the console, which then sees a closed popup and gives the sign-in up unless the answer is faster.
 */
const returning = { 'cross-origin-opener-policy': 'unsafe-none' };
const isReturn = (url: string) => /^\/signed-in(\?|$)/.test(url);

/** What the headers depend on. */
interface HeaderParts {
  readonly policy: string;
  readonly isProviderElsewhere: boolean;
  readonly log: Logger;
}

/** Sets the headers on every answer that has not its own (the identity provider's pages have a policy of their own). */
export function registerHeaders(app: FastifyInstance, { policy, isProviderElsewhere, log }: HeaderParts): void {
  app.addHook('onRequest', async (request, reply) => {
    const more = isProviderElsewhere && isReturn(request.url) ? returning : {};
    reply.headers({ ...common, ...more, 'content-security-policy': policy });
  });
  const types = ['application/csp-report', 'application/reports+json'];
  app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) => done(null, body));
  app.post('/csp-report', async (request, reply) => {
    log.warn({ report: String(request.body).slice(0, 1_000) }, 'content security policy');
    return reply.code(204).send();
  });
}
