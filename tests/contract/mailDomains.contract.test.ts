import { expect, it } from 'vitest';
import { postCreateOrganisation, postUpdateOrganisation } from '#contract/organisation';
import { getOrganisations } from '#contract/place';
import { postCreateUser, postUpdateUser } from '#contract/user';
import { mailRefusal } from '#domain/people/mailDomains';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, withServer } from '../support/contractServer.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const set = (mail_domains: readonly string[], groups = staff, id = 'org-de-linde') =>
  ask(server.it().address, postUpdateOrganisation, { params: { id }, body: { mail_domains: [...mail_domains] }, token: token(groups) });
const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user' };
const invite = (email: string, organisation_id = 'org-de-linde', groups = staff) =>
  ask(server.it().address, postCreateUser, { body: { ...person, email, organisation_id }, token: token(groups) });
const refusal = (email: string, organisation: string) => ({ status: 400, error: `Invalid: ${mailRefusal(email, organisation)}` });

it('[MAILD1] an address of a domain of the organisation is invited into it, and into no other one', async () => {
  expect(await invite('a@linde.test.example', 'org-de-linde', adminOf('de-linde'))).toMatchObject(
    refusal('a@linde.test.example', 'De Linde Groep'),
  );
  expect(await set([' @LINDE.test.example', 'linde.test.example'])).toMatchObject({
    answer: { result: { mail_domains: ['linde.test.example'], authentication_group: 'organisation:de-linde' } },
  });
  expect(await invite('a@linde.test.example', 'org-de-linde', adminOf('de-linde'))).toMatchObject({ ok: true });
  expect(await invite('b@linde.test.example', 'org-van-houte')).toMatchObject(refusal('b@linde.test.example', 'Van Houte Tomaten'));
  const { results } = await answerOf(server.it().address, getOrganisations, { query: { per_page: 100 }, token: token() });
  expect(results.find(({ id }) => id === 'org-de-linde')?.mail_domains).toEqual(['linde.test.example']);
});

it('[MAILD1] an account is moved only to an organisation that has its domain', async () => {
  await set(['moved.test.example']);
  await invite('c@moved.test.example');
  const move = () =>
    ask(server.it().address, postUpdateUser, {
      body: { ...person, email: 'c@moved.test.example', organisation_id: 'org-van-houte' },
      token: token(),
    });
  expect(await move()).toMatchObject(refusal('c@moved.test.example', 'Van Houte Tomaten'));
  await set(['moved.test.example'], staff, 'org-van-houte');
  expect(await move()).toMatchObject({ ok: true });
});

it.each([
  ['license_support_engineer', support],
  ['organisation_admin', adminOf('de-linde')],
])('[MAILD1] a %s sets no mail domains', async (_role, groups) => {
  expect(await set(['x.example'], groups)).toMatchObject({
    status: 403,
    error: 'Forbidden: Only a system_admin can change the mail domains of an organisation.',
  });
});

it('[MAILD1] a new organisation has its domains at once; what is none is refused, and nothing is written', async () => {
  const body = { name: 'Kas West', mail_domains: ['west.example'] };
  expect(await ask(server.it().address, postCreateOrganisation, { body, token: token() })).toMatchObject({
    answer: { result: { mail_domains: ['west.example'] } },
  });
  await set(['kept.example']);
  expect(await set(['no domain'])).toMatchObject({ status: 400 });
  expect(await set(['*.example'])).toMatchObject({ status: 400, error: 'Invalid: *.example is no mail domain, such as company.example.' });
  const { results } = await answerOf(server.it().address, getOrganisations, { query: { per_page: 100 }, token: token() });
  expect(results.find(({ id }) => id === 'org-de-linde')?.mail_domains).toEqual(['kept.example']);
});
