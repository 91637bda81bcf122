import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { getSystemAdmins, postChangeAddress, postCreateUser, postResendInvitation } from '#contract/user';
import { outsideAdministration } from '#server/identity/outside/externalProvider';
import { ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { fakeIdentity } from '../support/fakeIdentity.ts';

const identity = { ...fakeIdentity(() => Date.now()), administration: outsideAdministration('https://id.example/admin') };
const server = withServer(undefined, { identity });

const SENTENCE =
  'Accounts are kept by the identity provider: add the person at https://id.example/admin, in the group of the user type and the group of the organisation.';
const person = { email: 'jo@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE' };

it('[INVITE8] [NEWMAIL7] with an identity provider elsewhere an invite fails with the sentence that says where people are added', async () => {
  const { address } = server.it();
  const token = identity.issue(staff);
  const body = { ...person, user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  const failure = { status: 409, error: `Conflict: ${SENTENCE}` };
  expect(await ask(address, postCreateUser, { body, token })).toMatchObject(failure);
  expect(await ask(address, getSystemAdmins, { token })).toMatchObject(failure);
  expect(await ask(address, postResendInvitation, { body: { email: person.email }, token })).toMatchObject(failure);
  const newAddress = { email: person.email, new_email: 'joke@delinde.example' };
  expect(await ask(address, postChangeAddress, { body: newAddress, token })).toMatchObject(failure);
  // Problems of the invitation itself are still reported first.
  expect(await ask(address, postCreateUser, { body: { ...body, email: 'jo' }, token })).toMatchObject({ status: 400 });
});

it('[INVITE8] [NEWMAIL7] [FEAT1] invitations and new addresses are then not announced', async () => {
  const { features } = consoleConfig.parse(await (await fetch(`${server.it().address}/config.json`)).json());
  expect(features).not.toContain('invitations');
  expect(features).not.toContain('account_address');
});

it('[INVITE8] without its administration address the sentence names its administrator', async () => {
  await expect(outsideAdministration(undefined).find('a@b.example')).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Accounts are kept by the identity provider: its administrator adds the person there/),
  });
});
