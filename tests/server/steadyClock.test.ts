import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { isNewReport } from '#server/fleet/ingest/reportOrder';
import { createLiveReports } from '#server/fleet/liveReports';
import { liveReport } from '#server/fleet/liveReport';
import { createGrantCache } from '#server/identity/grantCache';
import { grantVerifier } from '#server/identity/grantVerifier';
import { burnStep } from '#server/identity/accounts';
import { withIdentityTables } from '#server/identity/tables';
import { countAttempt } from '#server/identity/secondFactor/attemptLimit';
import { createSignInRate } from '#server/identity/signIn/signInRate';
import { createPresence } from '#server/commands/control/consolePresence';
import { expireControl } from '#server/commands/control/control';
import { createRateLimit } from '#server/platform/limits/rateLimit';
import { openDatabase } from '#server/platform/database/openDatabase';
import { isRecent, steadyClock } from '#server/platform/steadyClock';
import { seededDatabase } from '../support/testServer.ts';

const AT = Date.UTC(2026, 10, 26);
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** A machine whose clock the test sets, and the server's clock on it. */
function machine() {
  const state = { elapsed: 5_000, wall: AT };
  const now = steadyClock({ wall: () => state.wall, elapsed: () => state.elapsed });
  return {
    now,
    step: (ms: number) => (state.wall += ms),
    pass: (ms: number) => {
      for (let left = ms; left > 0; left -= SECOND) {
        state.elapsed += Math.min(left, SECOND);
        state.wall += Math.min(left, SECOND);
        now();
      }
    },
  };
}

it.each([400 * DAY, -400 * DAY, 3 * SECOND, -1_500])('[STEP1] a clock that is set %d ms off for 20 s and back is not followed', (step) => {
  const { now, step: set, pass } = machine();
  expect(now()).toBe(AT);
  set(step);
  expect(now()).toBe(AT);
  pass(20 * SECOND);
  expect(now()).toBe(AT + 20 * SECOND);
  set(-step);
  pass(40 * SECOND);
  expect(now()).toBe(AT + 60 * SECOND);
});

it.each([400 * DAY, -400 * DAY])('[STEP1] a clock that is set %d ms off for good is followed after a minute', (step) => {
  const { now, step: set, pass } = machine();
  now();
  set(step);
  pass(59 * SECOND);
  expect(now()).toBe(AT + 59 * SECOND);
  pass(2 * SECOND);
  expect(now()).toBe(AT + 61 * SECOND + step);
});

it('[STEP1] a correction by NTP is followed at once', () => {
  const { now, step, pass } = machine();
  for (let index = 0; index < 10; index += 1) {
    step(-400);
    expect(now()).toBe(AT + index * SECOND - 400 * (index + 1));
    pass(SECOND);
  }
});

it('[STEP2] an instant of the future is not recent', () => {
  expect([AT - 10, AT, AT + 10, AT - 5_000, AT + DAY].map((at) => isRecent(at, AT, 1_000))).toEqual([true, true, true, false, false]);
});

it('[STEP2] a limit refills after its clock was set back, from there on', () => {
  const clock = { now: AT + 400 * DAY };
  const limit = createRateLimit({ perSecond: 1, burst: 2 }, () => clock.now);
  expect([limit.waitSeconds('a'), limit.waitSeconds('a'), limit.waitSeconds('a')]).toEqual([0, 0, 1]);
  clock.now = AT;
  expect(limit.waitSeconds('a')).toBe(1);
  clock.now = AT + SECOND;
  expect(limit.waitSeconds('a')).toBe(0);
});

it('[STEP2] a device that reported while the clock was ahead is not live for that, and its next report is accepted', () => {
  const live = createLiveReports(() => AT);
  const push = { type: 'state' as const, serial: 'A', timestamp: new Date(AT).toISOString(), state: {} };
  live.apply([liveReport({ push, deviceTime: push.timestamp, sequence: 9, receivedAt: AT + 400 * DAY })]);
  expect(live.isConnected('A')).toBe(false);
  const last = { deviceTime: AT + DAY, sequence: 9, receivedAt: AT + 400 * DAY };
  expect(isNewReport({ deviceTime: AT, sequence: 1, receivedAt: AT }, last)).toBe(true);
});

it('[STEP2] [STOP4] the cached state of a sign-in from while the clock was ahead does not count for a stop', async () => {
  const clock = { now: AT + 400 * DAY };
  const known = createGrantCache(() => clock.now);
  known.note('grant', ['user_type:system_admin']);
  clock.now = AT;
  const caller = {
    username: 'a',
    email: '',
    name: '',
    role: null,
    groups: [],
    secondFactor: true,
    grant: 'grant',
    expiresAt: AT + DAY,
    issuedAt: null,
  };
  const ask = () => Promise.resolve(null);
  const verifier = grantVerifier({
    read: () => Promise.resolve(caller),
    readGroups: ask,
    readGroupsForStop: ask,
    known,
    now: () => clock.now,
  });
  await expect(verifier.verifyForStop('token')).rejects.toMatchObject({ status: 401 });
});

async function tables() {
  const database = openDatabase(await seededDatabase());
  onTestFinished(() => database.destroy());
  return { database, identity: withIdentityTables(database) };
}

it('[STEP2] tries, codes and sign-ins of a network that were counted while the clock was ahead do not count', async () => {
  const { database, identity } = await tables();
  for (let index = 0; index < 12; index += 1) await countAttempt(identity, 'a@b.example', AT + 400 * DAY);
  expect(await countAttempt(identity, 'a@b.example', AT + 400 * DAY)).toBeNull();
  expect(await countAttempt(identity, 'a@b.example', AT)).not.toBeNull();
  const username = 'somebody';
  await sql`insert into identity_account (username, email, name, family_name, locale, groups, password_hash)
    values (${username}, 'a@b.example', 'A', 'B', 'en', '[]', '')`.execute(database);
  const step = Math.floor(AT / 30_000);
  expect(await burnStep(identity, username, step + 400 * 2_880)).toBe(true);
  expect([await burnStep(identity, username, step), await burnStep(identity, username, step)]).toEqual([true, false]);
  await sql`insert into identity_sign_in_rate (network, full_at) values ('n', clock_timestamp() + interval '400 days')`.execute(database);
  const rate = createSignInRate(identity, { perSecond: 1, burst: 2 }, () => AT);
  expect([await rate('n'), await rate('n'), await rate('n')]).toEqual([true, true, false]);
});

it('[STEP2] control of a holder who was seen while the clock was ahead ends like any other, and goes on where he is here', async () => {
  const { database } = await tables();
  const future = new Date(AT + 400 * DAY);
  const holders = ['gone', 'here'];
  for (const [index, holder] of holders.entries()) {
    const serial = `LF-014${index}-23`;
    await sql`insert into control (serial, holder, holder_name, since, epoch, changed_at) values (${serial}, ${holder}, ${holder}, ${future}, 9, ${future})
      on conflict (serial) do update set holder = excluded.holder, since = excluded.since`.execute(database);
    await sql`insert into presence (username, seen_at) values (${holder}, ${future})`.execute(database);
  }
  const presence = createPresence(database, () => AT);
  presence.seen('here');
  await presence.flush();
  expect((await expireControl(database, AT - 60_000, AT)).map(({ serial }) => serial)).toEqual(['LF-0140-23']);
});
