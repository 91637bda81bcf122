import { afterEach, expect, it } from 'vitest';
import { getLocales } from '#contract/identity';
import { postCreateLocale, postDeleteLocale, postUpdateLocale } from '#contract/language';
import { postCreateUser, postUpdateUser } from '#contract/user';
import type { AccountFacts } from '#domain/people/accountFindings';
import { addPerson } from '#server/users/addPerson';
import { checkLocale } from '#server/users/locales';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const locales = async () => (await answerOf(server.it().address, getLocales, { token: token() })).result;
const idOf = async (id: string) => (await locales()).find((one) => one.id === id);
const create = (id: string, name: string, groups = staff) =>
  ask(server.it().address, postCreateLocale, { params: { id }, body: { name }, token: token(groups) });
const update = (id: string, body: object, groups = staff) =>
  ask(server.it().address, postUpdateLocale, { params: { id }, body, token: token(groups) });
const remove = (id: string, groups = staff) =>
  ask(server.it().address, postDeleteLocale, { params: { id }, body: {}, token: token(groups) });
const person = {
  email: 'jo@delinde.example',
  name: 'Jo',
  family_name: 'Maes',
  user_type: 'organisation_user',
  organisation_id: 'org-de-linde',
};
const invite = (locale: string) => ask(server.it().address, postCreateUser, { body: { ...person, locale }, token: token() });

const account = (email: string, locale: string): AccountFacts => ({
  username: email,
  email,
  name: 'A',
  family_name: 'B',
  locale,
  groups: [],
  isMailAllowed: true,
  isEnabled: true,
  hasSecondFactor: true,
});
afterEach(() => {
  server.it().identity.kept.accounts = [];
});

it('[LANG1] a language is added once, renamed, and people are invited with it at once', async () => {
  const made = await Promise.all([create('pl', ' Polski '), create('pl', 'Pools', support)]);
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(made.find(({ ok }) => !ok)).toMatchObject({ error: 'Conflict: This language exists already.' });
  expect(await update('pl', { name: ' Polski (Polska) ' })).toMatchObject({ status: 200 });
  expect(await idOf('pl')).toEqual({ id: 'pl', name: 'Polski (Polska)', archived: false });
  expect(await invite('pl')).toMatchObject({ status: 200 });
});

it('[PATCH1] [LANG1] a name that would be refused is in the way of no other change, also when it is sent along', async () => {
  const name = 'x'.repeat(120);
  await create('sv', 'Svenska');
  const database = openTestDatabase(server.it().databaseUrl);
  await database.updateTable('locale').set({ name }).where('id', '=', 'sv').execute();
  await database.destroy();
  expect(await update('sv', { name, archived: true })).toMatchObject({ status: 200 });
  expect(await idOf('sv')).toEqual({ id: 'sv', name, archived: true });
  expect(await update('sv', { name: `${name}x` })).toMatchObject({ status: 400 });
  expect(await remove('sv')).toMatchObject({ status: 200 });
});

it.each([
  ['PL', 'x', 'Invalid: Write it as pl.'],
  ['p', 'x', /^Invalid: A language tag is/],
  ['qq', 'x', 'Invalid: No language has the tag qq.'],
  ['pt', ' ', 'Invalid: Name cannot be empty.'],
  ['pt', 'x'.repeat(101), 'Invalid: Name cannot be longer than 100 characters.'],
])('[LANG1] the language %s %j is refused, and nothing is added', async (id, name, error) => {
  expect(await create(id, name)).toMatchObject({ status: 400, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  expect(await idOf(id)).toBeUndefined();
});

it('[LANG2] an archived language is for those alone who have it', async () => {
  await create('it', 'Italiano');
  await update('it', { archived: true });
  expect(await idOf('it')).toMatchObject({ archived: true });
  expect(await invite('it')).toMatchObject({ status: 400, error: 'Invalid: This locale is archived.' });
  await update('it', { archived: false });
  const email = 'kept@delinde.example';
  await ask(server.it().address, postCreateUser, { body: { ...person, email, locale: 'it' }, token: token() });
  await update('it', { archived: true });
  const change = (locale: string) =>
    ask(server.it().address, postUpdateUser, { body: { ...person, email, locale, name: 'Joke' }, token: token() });
  expect([await change('it'), await change('nl-BE'), await change('it')].map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(await update('it', {})).toMatchObject({ status: 400, error: 'Invalid: There is nothing to change.' });
  expect(await update('xx', { archived: true })).toMatchObject({ status: 404 });
});

it('[LANG3] a language that accounts have says which, and stays; one that none has is removed', async () => {
  await create('da', 'Dansk');
  server.it().identity.kept.accounts = [account('b@x.example', 'da'), account('a@x.example', 'da'), account('c@x.example', 'nl-BE')];
  expect(await remove('da')).toMatchObject({ status: 409, error: 'Conflict: da is the language of 2 accounts: a@x.example, b@x.example.' });
  expect(await idOf('da')).toBeDefined();
  // Another provider keeps its accounts to itself.
  server.it().identity.kept.accounts = null;
  expect(await remove('da')).toMatchObject({ status: 200 });
  expect(await remove('da')).toMatchObject({ status: 404 });
});

it('[LANG3] who would get a language that is removed at that moment does not get it', async () => {
  await create('fi', 'Suomi');
  const database = openTestDatabase(server.it().databaseUrl);
  const undone: string[] = [];
  const giving = addPerson(database, [], {
    act: async () => void (await remove('fi')),
    undo: async () => void undone.push('fi'),
    check: () => checkLocale(database, 'fi'),
  });
  await expect(giving).rejects.toMatchObject({ status: 400, message: 'There is no such locale.' });
  await database.destroy();
  expect(undone).toEqual(['fi']);
});

it.each([
  ['an organisation_admin', adminOf('de-linde')],
  ['an organisation_user', userOf('de-linde')],
])('[LANG3] %s changes no language', async (_, groups) => {
  const outcomes = [await create('sv', 'Svenska', groups), await update('nl-BE', { name: 'x' }, groups), await remove('nl-BE', groups)];
  expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect([await idOf('sv'), (await idOf('nl-BE'))?.name]).toEqual([undefined, 'Nederlands (België)']);
});

it('[LANG3] one language stays, also where two people take the last two away', async () => {
  const [one, other, ...rest] = (await locales()).filter(({ archived }) => archived !== true).map(({ id }) => id);
  for (const id of rest) await remove(id);
  const both = await Promise.all([remove(one ?? ''), update(other ?? '', { archived: true }, support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ error: 'Conflict: One language must stay: add or restore another one first.' });
  expect((await locales()).filter(({ archived }) => archived !== true)).toHaveLength(1);
});
