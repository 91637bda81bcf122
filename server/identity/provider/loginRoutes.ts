import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Provider } from 'oidc-provider';
import { z } from '#contract/schema';
import type { Settings } from '../../platform/settings.ts';
import type { IdentityTables } from '../tables.ts';
import { invitationRoutes } from '../invitations/invitationRoutes.ts';
import { loginPage } from './loginPage.ts';
import { PAGE_HEADERS } from './pageFrame.ts';
import { lostPage } from './providerPages.ts';
import { MOUNT } from './scopes.ts';
import { asksCode, signIn } from '../signIn.ts';

/** Dependencies of the login page. */
export interface LoginParts {
  readonly provider: Provider;
  readonly settings: Settings;
  readonly database: Kysely<IdentityTables>;
  readonly now: () => number;
}

const form = z.object({ email: z.string().max(254), password: z.string().max(200), code: z.string().trim().max(6).default('') });
const BODY_BYTES = 4_096;

const isLost = (error: unknown) => error instanceof Error && error.name === 'SessionNotFound';

const page = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).headers(PAGE_HEADERS).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);

/** Returns the browser's interaction, identified by its cookie; null when it has ended or does not match the `uid` of the address. */
async function interactionOf({ provider }: LoginParts, request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    return interaction.uid === request.params.uid ? interaction : null;
  } catch (error) {
    if (isLost(error)) return null;
    throw error;
  }
}

/** Registers the login page and its form handler. Wrong credentials render the same page with status 401. */
export async function loginRoutes(app: FastifyInstance, parts: LoginParts): Promise<void> {
  const { database, settings, now, provider } = parts;
  const product = settings.PRODUCT;
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
  invitationRoutes(app, parts);
  app.get<{ Params: { uid: string } }>(`${MOUNT}/interaction/:uid`, { logLevel: 'silent' }, async (request, reply) => {
    const interaction = await interactionOf(parts, request, reply);
    if (interaction === null) return page(reply, 400, lostPage(product));
    const hint = z.string().max(254).catch('').parse(interaction.params['login_hint']);
    const view = { product, uid: interaction.uid, email: hint, asksCode: await asksCode(database, hint), error: null };
    return page(reply, 200, loginPage(view));
  });
  app.post<{ Params: { uid: string } }>(`${MOUNT}/interaction/:uid`, { logLevel: 'silent' }, async (request, reply) => {
    const interaction = await interactionOf(parts, request, reply);
    const submitted = form.safeParse(request.body);
    if (interaction === null || !submitted.success) return page(reply, 400, lostPage(product));
    const result = await signIn({ database, domains: settings.ALLOWED_MAIL_DOMAINS, now }, submitted.data);
    if (!result.ok) {
      const { email } = submitted.data;
      const view = { product, uid: interaction.uid, email, asksCode: await asksCode(database, email), error: result.error };
      return page(reply, 401, loginPage(view));
    }
    const login = { accountId: result.username, amr: [...result.amr], remember: false };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { login }), 303);
  });
}
