import { expect, it } from 'vitest';
import { fieldChanges, noteChange, noteDone, withChanges } from '#server/platform/audit/changes';

const changes = (before: Readonly<Record<string, unknown>> | null, after: Readonly<Record<string, unknown>> | null) =>
  fieldChanges(before, after).map(({ field, from, to }) => [field, from, to]);

it.each<readonly [string, Readonly<Record<string, unknown>> | null, Readonly<Record<string, unknown>> | null, readonly unknown[]]>([
  ['nothing', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, []],
  ['an empty text, which is nothing', { a: '' }, { a: null }, []],
  [
    'a new thing',
    null,
    { name: 'A', at: new Date(0) },
    [
      ['name', null, 'A'],
      ['at', null, '1970-01-01T00:00:00.000Z'],
    ],
  ],
  ['a removed thing', { name: 'A' }, null, [['name', 'A', null]]],
  ['a nested field', { m: { w: 'x', v: 1 } }, { m: { w: 'y', v: 1 } }, [['m.w', 'x', 'y']]],
  ['another list', { d: ['a'] }, { d: ['a', 'b'] }, [['d', '["a"]', '["a","b"]']]],
  [
    'secrets, by the names of their fields',
    { wifi_password: 'one', plc: { admin_secret: 'x' }, sim_pin: '1', access_token: 't', ssh_key: 'k' },
    { wifi_password: 'two', plc: { admin_secret: 'y' }, sim_pin: '2', access_token: 'u', ssh_key: null },
    [
      ['wifi_password', '***', '***'],
      ['plc.admin_secret', '***', '***'],
      ['sim_pin', '***', '***'],
      ['access_token', '***', '***'],
      ['ssh_key', '***', null],
    ],
  ],
  ['a NUL', { a: 'x' }, { a: 'y\0' }, [['a', 'x', 'y\uFFFD']]],
])('[AUDITC1] the record of %s contains the differences', (_, before, after, differing) => {
  expect(changes(before, after)).toEqual(differing);
});

it('[AUDITC1] in states shown without secrets a changed secret is a change, and an unchanged one is none', () => {
  const before = { logins: { user: 'a', word: 'one' }, plc: { admin: 'x', other: 'y' }, list: [{ word: 'l1' }] };
  const after = { logins: { user: 'b', word: 'one' }, plc: { admin: 'z', other: 'y' }, list: [{ word: 'l2' }] };
  const shown = (user: string) => ({ logins: { user, word: '***' }, plc: '***', list: [{ word: '***' }] });
  expect(fieldChanges(before, after, { before: shown('a'), after: shown('b') })).toEqual([
    { field: 'logins.user', from: 'a', to: 'b' },
    { field: 'plc', from: '***', to: '***' },
    { field: 'list', from: '[{"word":"***"}]', to: '[{"word":"***"}]' },
  ]);
});

it('[AUDITC1] long texts are cut, also where they differ behind the cut', () => {
  const [change] = fieldChanges({ text: `${'x'.repeat(500)}a` }, { text: `${'x'.repeat(500)}b` });
  expect([change?.from?.length, change?.to?.length]).toEqual([200, 200]);
});

it('[AUDITC1] the changes of a call are its own, bounded, and in order; a field that changes twice has its first and last value', async () => {
  const call = (from: string) =>
    withChanges(async () => {
      noteChange({ name: from, b: 1 }, { name: `${from}2`, b: 2 });
      await Promise.resolve();
      noteChange({ name: `${from}2` }, { name: `${from}3` });
      return from;
    });
  const [one, other] = await Promise.all([call('x'), call('y')]);
  const expected = [
    { field: 'b', from: '1', to: '2' },
    { field: 'name', from: 'x', to: 'x3' },
  ];
  expect(one).toEqual({ ok: true, answer: 'x', changes: expected });
  expect(other.changes[1]).toEqual({ field: 'name', from: 'y', to: 'y3' });
  const many = await withChanges(async () =>
    noteChange(null, Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, at + 1]))),
  );
  expect([many.changes.length, many.changes.at(-1)]).toEqual([40, { field: '…', from: null, to: '61 more fields' }]);
  // Outside of a call nothing is kept.
  noteChange(null, { a: 1 });
});

it('[AUDITC4] of a call that fails the record has what was done before, and nothing of what was undone', async () => {
  const failing = new Error('no notifications');
  const outcome = await withChanges(async () => {
    noteDone({ name: 'Jo' }, { name: 'Joke' });
    noteChange({ locale: 'nl' }, { locale: 'pl' });
    await Promise.reject(failing);
  });
  expect(outcome).toEqual({ ok: false, error: failing, changes: [{ field: 'name', from: 'Jo', to: 'Joke' }] });
});
