import { expect, it } from 'vitest';
import { unauthenticated } from '#server/platform/failure/failure';
import { grantVerifier } from '#server/identity/grantVerifier';
import { createGrantCache } from '#server/identity/grantCache';
import type { Principal } from '#server/platform/principal';

const person: Principal = {
  username: 'an',
  email: 'an@x.example',
  name: 'An',
  role: 'system_admin',
  groups: ['user_type:system_admin'],
  secondFactor: true,
  expiresAt: 360_000,
  issuedAt: null,
  grant: 'g',
};

/** A verifier over a database that answers as given; `good` is the one token with a good signature. */
function verifierOver(answer: () => Promise<boolean>) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const known = createGrantCache(() => clock.now);
  const ask = (grant: string) => {
    asked.push(grant);
    return answer().then((isAlive) => (isAlive ? person.groups : null));
  };
  const verifier = grantVerifier({
    read: (token) => (token === 'good' ? Promise.resolve(person) : Promise.reject(unauthenticated('The access token is not valid.'))),
    readGroups: ask,
    readGroupsForStop: ask,
    known,
    now: () => clock.now,
  });
  return { ...verifier, clock, asked, known };
}

const away = () => Promise.reject(new Error('connect ECONNREFUSED'));
const silent = () => new Promise<never>(() => undefined);

it.each([
  ['away', away],
  ['silent', silent],
])('[STOP4] with a database that is %s a good signature may stop, and only stop', async (_name, database) => {
  const { verify, verifyForStop } = verifierOver(database);
  expect(await verifyForStop('good')).toEqual(person);
  await expect(verifyForStop('forged')).rejects.toMatchObject({ status: 401 });
  if (database === away) await expect(verify('good')).rejects.toThrow('ECONNREFUSED');
});

it('[STOP4] a sign-in that is known to have ended does not stop, whether the database answers or not', async () => {
  const answers: (() => Promise<boolean>)[] = [() => Promise.resolve(false), away, silent];
  const { verifyForStop, known } = verifierOver(() => answers.shift()?.() ?? away());
  await expect(verifyForStop('good')).rejects.toMatchObject({ status: 401 });
  await expect(verifyForStop('good')).rejects.toMatchObject({ status: 401 });
  await expect(verifyForStop('good')).rejects.toMatchObject({ status: 401 });
  known.note('g', person.groups);
  expect(await verifyForStop('good')).toEqual(person);
  known.note('g', null);
  await expect(verifyForStop('good')).rejects.toMatchObject({ status: 401 });
});

it('[STOP4] a sign-in seen alive within 30 s is not asked for again', async () => {
  const { verify, verifyForStop, clock, asked } = verifierOver(() => Promise.resolve(true));
  await verify('good');
  clock.now = 29_000;
  await verifyForStop('good');
  expect(asked).toHaveLength(1);
  clock.now = 31_000;
  await verifyForStop('good');
  expect(asked).toHaveLength(2);
});

it('[STOP5] a stop has the groups that are known of the account: of now, of the last check while the database is away, of the token else', async () => {
  const groups = ['user_type:organisation_user'];
  const answers: (() => Promise<readonly string[]>)[] = [() => Promise.resolve(groups), away];
  const ask = () => answers.shift()?.() ?? silent();
  const clock = { now: 0 };
  const verifierOf = () =>
    grantVerifier({
      read: () => Promise.resolve(person),
      readGroups: ask,
      readGroupsForStop: ask,
      known: createGrantCache(() => clock.now),
      now: () => clock.now,
    });
  const { verifyForStop } = verifierOf();
  const present = { ...person, groups, role: 'organisation_user' };
  expect(await verifyForStop('good'), 'the database answers').toEqual(present);
  clock.now = 29_000;
  expect(await verifyForStop('good'), 'seen within 30 s').toEqual(present);
  clock.now = 3_600_000;
  expect(await verifyForStop('good'), 'the database is away').toEqual(present);
  expect(await verifyForStop('good'), 'the database is silent').toEqual(present);
  expect(await verifierOf().verifyForStop('good'), 'nothing is known').toEqual(person);
});

it('[STOP4] a token without a sign-in stops nothing', async () => {
  const known = createGrantCache(() => 0);
  const read = () => Promise.resolve({ ...person, grant: null });
  const ask = () => Promise.resolve([]);
  const { verifyForStop } = grantVerifier({ read, readGroups: ask, readGroupsForStop: ask, known, now: () => 0 });
  await expect(verifyForStop('good')).rejects.toMatchObject({ status: 401 });
});

it('[FLOOD9] a stop asks for its sign-in on connections of its own, when the others answer nobody', async () => {
  const read = () => Promise.resolve(person);
  const readGroupsForStop = () => Promise.resolve(null);
  const { verifyForStop } = grantVerifier({ read, readGroups: silent, readGroupsForStop, known: createGrantCache(() => 0), now: () => 0 });
  await expect(verifyForStop('good')).rejects.toMatchObject({ status: 401 });
});
