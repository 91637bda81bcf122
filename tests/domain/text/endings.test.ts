import { expect, it } from 'vitest';
import { calls } from '#contract/catalogue/calls';
import { endings } from '#domain/text/endings';

type Ending = keyof typeof endings;

/** The consequences of each call with side effects: the sentences that are shown before it is sent, or null with the reason. */
const endedBy: Readonly<Record<string, readonly Ending[] | string>> = {
  'POST login_method': 'begins a sign-in',
  'POST me': 'completes a sign-in',
  'POST users/setup_mfa': 'begins an enrolment',
  'POST users/associate_code': 'ends an enrolment',
  'POST users/update_mfa': ['removeMfa'],
  'POST users/change_password': ['changePassword'],
  'POST users/move_mfa': 'the old phone counts until it is confirmed',
  'POST users/confirm_move_mfa': ['moveMfa'],
  'POST users/create': 'adds an account',
  'POST users/resend_invitation': 'the new link takes the place of the former one, in the same mailbox',
  'POST users/revoke_invitation': ['revokeInvitation'],
  'POST users/update': ['changeRights'],
  'POST users/disable': ['disable'],
  'POST users/enable': 'gives back',
  'POST users/delete': ['deleteAccount'],
  'POST users/reset_password': 'the password counts until the link is used',
  'POST users/change_address': 'the address counts until the link is used',
  'GET machine/{serial}/take_control': 'the table of commands asks',
  'GET machine/{serial}/release_control': 'ends what its button names',
  'GET machine/{serial}/stop_immediately': 'the table of commands asks',
  'GET machine/{serial}/upload_data/all': 'the table of commands asks',
  'GET machine/{serial}/upload_data/{incident}': 'the table of commands asks',
  'GET machine/{serial}/validate_maps': 'the table of commands asks',
  'GET machine/{serial}/reload_config': 'the table of commands asks',
  'POST machine/{serial}/config': 'the table of commands asks',
  'GET machine/{serial}/treatments/sync': 'adds',
  'GET treatment/{id}/recalculate_stats': 'replaces figures by newer ones',
  'GET treatment/{id}/delete_stats': 'no screen has it',
  'POST create_device/{serial}': 'adds',
  'POST correct_device/{serial}': ['correctSerial', 'correctType'],
  'POST delete_device/{serial}': ['removeDevice'],
  'POST update_device/{serial}': ['decommission'],
  'POST update_device_type/{id}': 'a name',
  'POST create_device_type/{id}': 'adds',
  'POST archive_device_type/{id}': 'is offered again by Restore',
  'POST delete_device_type/{id}': 'only one that no device has',
  'POST create_locale/{id}': 'adds',
  'POST update_locale/{id}': 'is offered again by Restore',
  'POST delete_locale/{id}': 'only one that no account has',
  'POST device_type/{id}/metadata_schema': 'the fields of a form; devices that do not fulfil it are named in a question',
  'POST device_type/{id}/revision': 'is offered again by Restore; only one that no device has is removed',
  'GET delete_credentials/{serial}': ['deleteCredentials'],
  'POST generate_credentials/{serial}': ['newCredentials'],
  'POST device/{serial}/deploy': 'adds',
  'GET deployment/{id}/close': ['closeDeployment'],
  'POST xenion/{serial}/maintenance/settings': 'no screen has it',
  'POST xenion/{serial}/maintenance/deployment': ['replaceSsh'],
  'POST xenion/{serial}/maintenance/deployment/{target}/confirm': ['confirmSsh'],
  'POST xenion/{serial}/maintenance/deployment/{target}/delete': ['removeSsh'],
  'POST device_sims': 'the fields of a form, or of a file that is shown first',
  'POST locations/create_location': 'adds',
  'POST locations/{id}/update_location': ['passLocation'],
  'POST locations/{id}/update_network_information': 'both fields are shown and typed anew',
  'POST locations/{id}/delete_network_information': ['removeNetwork'],
  'POST locations/{id}/delete_location': ['removeLocation'],
  'POST locations/{id}/delete_greenhouse': ['removeGreenhouse'],
  'POST locations/{id}/delete_organisation': ['removeOrganisation'],
  'POST locations/create_greenhouse': ['takeMap'],
  'POST locations/{id}/update_greenhouse': ['passGreenhouse', 'takeMap', 'takeMapAway'],
  'POST locations/create_organisation': 'adds',
  'POST locations/{id}/update_organisation': ['changeGroup', 'removeDomains'],
  'POST map/{a}/{b}/upload': 'adds a version',
  'POST map/{id}/delete_map': ['removeMap'],
  'POST map/{id}/{version}/delete_version': ['removeMapVersion'],
  'POST archive/{kind}/{id}': ['archive'],
  'POST xenion/error_codes/register': 'adds',
  'POST xenion/error_codes/update': 'texts, with those of before in the form',
  'POST xenion/error_codes/delete_error_code': ['removeErrorCode'],
  'POST xenion/error_codes/import': 'texts, compared with those of before in the form',
  'POST notifications/settings': 'switches that are switched back',
  'POST notifications/mobile_push/register': 'adds',
  'POST notifications/mobile_push/remove': 'a browser, which is registered again',
  'POST notifications/mobile_push/test': 'a notification',
  'GET incidents/post_processing/{id}/retry/{x}': 'tries again',
  'GET nimbus/{x}/validate': 'a check',
  'POST history/review': 'a review, which is taken back',
  'POST history/bookmarks': 'adds, or a text, with that of before in the form',
  'POST history/bookmarks/{bookmark_id}/remove': 'a note, after a question',
  'POST history/kept': 'adds, released again under Kept History',
  'POST history/kept/{id}/release': ['releaseSpan'],
  'POST history/account_policy': ['keepAccounts', 'dropAccounts'],
  'POST history/account_notice': 'records that a notice was seen',
  'POST history/accounts/{session_id}/remove': ['removeAccount'],
  'POST incidents/{id}/notes': 'adds',
  'POST incidents/{id}/notes/{note_id}': 'a text, with that of before in the form',
  'POST incidents/{id}/notes/{note_id}/remove': 'a note, after a question',
};

it('[ENDS1] every call with side effects is known to end something, with its sentence, or nothing', () => {
  const withEffects = Object.values(calls).filter(({ hasSideEffects }) => hasSideEffects);
  expect(Object.keys(endedBy).toSorted()).toEqual(withEffects.map(({ name }) => name).toSorted());
  const named = Object.values(endedBy).flatMap((row) => (typeof row === 'string' ? [] : row));
  // The recording is this browser's: no call ends it.
  expect(new Set([...named, 'stopRecording'])).toEqual(new Set(Object.keys(endings)));
});

it.each<[Ending, string, string]>([
  [
    'closeDeployment',
    endings.closeDeployment('Lumion 03', false),
    'Lumion 03 is disconnected at once. It stays so until a new access token is on it, and the staff of the provider alone sees it until it is deployed again.',
  ],
  [
    'decommission',
    endings.decommission('Lumion 03', false),
    'Lumion 03 is disconnected at once and gets no access token. It stays so until its stage is another one and a new access token is on it.',
  ],
  [
    'newCredentials',
    endings.newCredentials('Lumion 03', false),
    'Those it has end with its access tokens: Lumion 03 is disconnected at once. It stays so until a new access token is on it.',
  ],
  [
    'deleteCredentials',
    endings.deleteCredentials('Lumion 03', false),
    'Its access tokens end with them: Lumion 03 is disconnected at once. It stays so until a new access token is on it.',
  ],
  [
    'closeDeployment',
    endings.closeDeployment('Lumion 03', true),
    'Lumion 03 is disconnected at once. It stays so until a new access token is on it, or it has got one by its key, and the staff of the provider alone sees it until it is deployed again.',
  ],
  [
    'decommission',
    endings.decommission('Lumion 03', true),
    'Lumion 03 is disconnected at once and gets no access token, not by its key either. It stays so until its stage is another one and a new access token is on it, or it has got one by its key.',
  ],
  [
    'newCredentials',
    endings.newCredentials('Lumion 03', true),
    'Those it has end with its access tokens: Lumion 03 is disconnected at once. It stays so until the new key or a new access token is on it.',
  ],
  [
    'deleteCredentials',
    endings.deleteCredentials('Lumion 03', true),
    'Its access tokens end with them: Lumion 03 is disconnected at once. It stays so until a new access token is on it: it gets none by its key any more.',
  ],
  [
    'passLocation',
    endings.passLocation('De Linde', { to: 'Serra', devices: 2, renews: true }),
    'De Linde passes to Serra: its present organisation sees nothing newer of it, and its network information ends. 2 devices there are disconnected at once until given a new access token, by a person or by its key.',
  ],
  [
    'replaceSsh',
    endings.replaceSsh('Lumion 03', ['pi', 'nuc'], false),
    'The stored SSH credentials of pi, nuc of Lumion 03 are replaced: the former ones cannot be read any more.',
  ],
  [
    'replaceSsh',
    endings.replaceSsh('Lumion 03', ['pi'], true),
    'The stored SSH credentials of pi of Lumion 03 are replaced: the former ones stay readable on its Maintenance until the new ones are confirmed.',
  ],
  [
    'confirmSsh',
    endings.confirmSsh('nuc', 'Lumion 03'),
    'The former SSH credentials of nuc of Lumion 03 cannot be read any more: be sure that the new ones open it.',
  ],
  [
    'passLocation',
    endings.passLocation('De Linde', { to: 'Serra', devices: 1, renews: false }),
    'De Linde passes to Serra: its present organisation sees nothing newer of it, and its network information ends. 1 device there is disconnected at once until given a new access token.',
  ],
  [
    'passLocation',
    endings.passLocation('De Linde', { to: 'Serra', devices: 0, renews: false }),
    'De Linde passes to Serra: its present organisation sees nothing newer of it, and its network information ends.',
  ],
  [
    'passGreenhouse',
    endings.passGreenhouse('Kas 1', { to: 'Serra', hasMap: true }),
    'Kas 1 passes to Serra with its map: its present organisation sees neither any more.',
  ],
  [
    'passGreenhouse',
    endings.passGreenhouse('Kas 1', { to: 'Serra', hasMap: false }),
    'Kas 1 passes to Serra: its present organisation sees it no more.',
  ],
  [
    'takeMapAway',
    endings.takeMapAway('Linde Een', { from: 'Kas 1', passes: true }),
    'Linde Een leaves Kas 1, which has no map then. Only the staff of the provider sees it where no device, treatment or incident is on it, and can give it to a greenhouse again.',
  ],
  ['takeMap', endings.takeMap('Linde Een', { from: 'Kas 1', passes: false }), 'Linde Een leaves Kas 1, which has no map then.'],
  ['takeMap', endings.takeMap('Linde Een', { from: 'Kas 1', passes: true }), 'Linde Een leaves Kas 1, whose people see it no more.'],
  [
    'takeMapAway',
    endings.takeMapAway('Linde Een', { from: 'Kas 1', passes: false }),
    'Linde Een leaves Kas 1, which has no map then. Its people go on seeing it if a device, treatment or incident is on it; otherwise only the staff of the provider does, and can give it to a greenhouse again.',
  ],
  [
    'changeGroup',
    endings.changeGroup('Serra', { from: 'organisation:serra', movesMembers: false }),
    'Members of the group organisation:serra see nothing of Serra any more, unless they are in the new one too.',
  ],
  [
    'changeGroup',
    endings.changeGroup('Serra', { from: 'organisation:serra', movesMembers: true }),
    'The members of the group organisation:serra become members of the new one, and go on seeing Serra. Accounts at another identity provider do not.',
  ],
  ['changeRights', endings.changeRights('Jo Maes'), 'Jo Maes loses at once what the present user type and organisation show and allow.'],
  [
    'correctType',
    endings.correctType('LF-01', 'DIV01', { keepsSerial: true }),
    'LF-01 is DIV01 from now on, and the schema of that type checks its metadata. Its reports and credentials stay.',
  ],
])('[ENDS1] %s', (_act, text, sentence) => {
  expect(text).toBe(sentence);
});
