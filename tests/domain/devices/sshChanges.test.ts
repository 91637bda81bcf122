import { expect, it } from 'vitest';
import { sshChanges, type SshInputs } from '#domain/devices/sshChanges';

const none = { username: '', password: '' };
const stored = { username: 'mila', password: 'one' };
const typed = (over: Partial<SshInputs>): SshInputs => ({ pi: none, nuc: none, router: none, ...over });

it.each([
  ['nothing typed, nothing loaded', typed({}), {}, null],
  ['what was loaded, untouched', typed({ pi: stored }), { pi: stored }, null],
  ['loaded and emptied', typed({}), { pi: stored, nuc: stored }, null],
  ['one input emptied, the other as it was', typed({ pi: { ...stored, username: '' } }), { pi: stored }, null],
  ['another password', typed({ pi: { ...stored, password: 'two' } }), { pi: stored }, { pi: { username: 'mila', password: 'two' } }],
  ['another password, the name emptied', typed({ pi: { username: '', password: 'two' } }), { pi: stored }, { pi: { password: 'two' } }],
  ['a name where nothing was loaded', typed({ router: { username: 'ben', password: '' } }), {}, { router: { username: 'ben' } }],
  [
    'two of three',
    typed({ pi: stored, nuc: { ...stored, username: 'x' }, router: stored }),
    { pi: stored, nuc: stored },
    { nuc: { username: 'x', password: 'one' }, router: stored },
  ],
  ['blanks are a password too', typed({ nuc: { username: '', password: ' ' } }), {}, { nuc: { password: ' ' } }],
])('[MGMT-075] [MGMT-076] [MGMT-077] [OPEN-40] %s', (_name, inputs, loaded, changes) => {
  expect(sshChanges(inputs, loaded)).toEqual(changes);
});
