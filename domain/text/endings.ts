import { countText } from './labels.ts';

const TOKEN = 'a new access token is on it';
const AGAIN = `It stays so until ${TOKEN}`;
/** Returns the end of a disconnection as text; `renews` is true if the device can renew its token with its key, without a person. */
const again = (renews: boolean) => (renews ? `${AGAIN}, or it has got one by its key` : AGAIN);

/** The confirmation texts: one sentence per action about its consequences. The arguments are display names. Source: ENDS1. */
export const endings = {
  closeDeployment: (device: string, renews: boolean) =>
    `${device} is disconnected at once. ${again(renews)}, and the staff of the provider alone sees it until it is deployed again.`,
  decommission: (device: string, renews: boolean) =>
    `${device} is disconnected at once and gets no access token${renews ? ', not by its key either' : ''}. It stays so until its stage is another one and ${TOKEN}${renews ? ', or it has got one by its key' : ''}.`,
  newCredentials: (device: string, renews: boolean) =>
    `Those it has end with its access tokens: ${device} is disconnected at once. It stays so until ${renews ? 'the new key or ' : ''}${TOKEN}.`,
  deleteCredentials: (device: string, renews: boolean) =>
    `Its access tokens end with them: ${device} is disconnected at once. ${AGAIN}${renews ? ': it gets none by its key any more' : ''}.`,
  /** `computers` are the computers whose credentials change; `keeps` is true if the server keeps the previous credentials until the new ones are confirmed. */
  replaceSsh: (device: string, computers: readonly string[], keeps: boolean) =>
    `The stored SSH credentials of ${computers.join(', ')} of ${device} are replaced: the former ones ${
      keeps ? 'stay readable on its Maintenance until the new ones are confirmed' : 'cannot be read any more'
    }.`,
  confirmSsh: (computer: string, device: string) =>
    `The former SSH credentials of ${computer} of ${device} cannot be read any more: be sure that the new ones open it.`,
  removeSsh: (computer: string, device: string) =>
    `The stored SSH credentials of ${computer} of ${device} are removed, the former ones too: nobody can read them any more. The device itself is not changed.`,
  correctSerial: (from: string, to: string) =>
    `${from} becomes ${to}: its SSH credentials, device credentials and access tokens end, and it connects with new ones alone.`,
  /** `type` is the new type, with the revision if there is one. If the serial changes too, the credentials end: see `correctSerial`. Source: CORRECT4. */
  correctType: (serial: string, type: string, { keepsSerial }: { readonly keepsSerial: boolean }) =>
    `${serial} is ${type} from now on, and the schema of that type checks its metadata.${keepsSerial ? ' Its reports and credentials stay.' : ''}`,
  removeDevice: () => 'Its metadata, credentials and access tokens end with it.',
  /** `devices` is the number of devices deployed at the location. */
  passLocation: (location: string, { to, devices, renews }: { readonly to: string; readonly devices: number; readonly renews: boolean }) =>
    [
      `${location} passes to ${to}: its present organisation sees nothing newer of it, and its network information ends.`,
      ...(devices === 0
        ? []
        : [
            `${countText(devices, 'device')} there ${devices === 1 ? 'is' : 'are'} disconnected at once until given a new access token${renews ? ', by a person or by its key' : ''}.`,
          ]),
    ].join(' '),
  /** `hasMap` is true if the greenhouse has a map afterwards. */
  passGreenhouse: (greenhouse: string, { to, hasMap }: { readonly to: string; readonly hasMap: boolean }) =>
    hasMap
      ? `${greenhouse} passes to ${to} with its map: its present organisation sees neither any more.`
      : `${greenhouse} passes to ${to}: its present organisation sees it no more.`,
  /** `passes` is true if the map passes to another organisation. */
  takeMap: (map: string, { from, passes }: { readonly from: string; readonly passes: boolean }) =>
    `${map} leaves ${from}, ${passes ? 'whose people see it no more' : 'which has no map then'}.`,
  /** `passes` is true if the greenhouse passes to another organisation at the same time. */
  takeMapAway: (map: string, { from, passes }: { readonly from: string; readonly passes: boolean }) =>
    passes
      ? `${map} leaves ${from}, which has no map then. Only the staff of the provider sees it where no device, treatment or incident is on it, and can give it to a greenhouse again.`
      : `${map} leaves ${from}, which has no map then. Its people go on seeing it if a device, treatment or incident is on it; otherwise only the staff of the provider does, and can give it to a greenhouse again.`,
  changeGroup: (organisation: string, { from, movesMembers }: { readonly from: string; readonly movesMembers: boolean }) =>
    movesMembers
      ? `The members of the group ${from} become members of the new one, and go on seeing ${organisation}. Accounts at another identity provider do not.`
      : `Members of the group ${from} see nothing of ${organisation} any more, unless they are in the new one too.`,
  removeDomains: (organisation: string, domains: readonly string[]) =>
    `People of ${organisation} with addresses of ${domains.join(', ')} cannot sign in any more, unless another organisation or the server allows them.`,
  removeNetwork: () => 'The former one ends with it, and devices of the location get none from here. Nobody can read it any more.',
  removeLocation: () => 'Its network information ends with it.',
  removeGreenhouse: (hasMap: boolean) => (hasMap ? 'Its map stays, and belongs to no greenhouse then.' : 'It has no map.'),
  removeOrganisation: () => 'Its authentication group shows nothing then.',
  removeMap: () => 'Its versions, plans and changelog end with it.',
  removeMapVersion: (version: string) =>
    `Its plan and its lines of the changelog end with it, and the next upload may be version ${version} again. A device that was given it keeps it.`,
  archive: (thing: string) =>
    `${thing} is no longer offered in choices, and its lists show it among the archived alone. Its history stays, and Restore brings it back.`,
  releaseSpan: (span: string) =>
    `The history of ${span} is removed when its time is over, at once if that is so now. What an incident, a note or another kept span holds of it stays.`,
  /** `whose` are the people whose accounts are kept, `days` is the retention time. */
  keepAccounts: (whose: string, days: number) =>
    `What ${whose} do in the console is kept for ${countText(days, 'day')}, of each person from when that person has read the notice. Notices of before do not count.`,
  dropAccounts: (whose: string) => `The accounts of sessions of ${whose} are removed at once, those that somebody shares, too.`,
  removeAccount: () => 'Nobody can read it any more.',
  removeErrorCode: () => 'Its texts in all languages end with it.',
  removeMfa: (person: string) => `${person} is signed out everywhere at once, and sets up a new second factor at the next sign-in.`,
  disable: (person: string) => `${person} is signed out everywhere at once and cannot sign in until unblocked. What was recorded stays.`,
  deleteAccount: (person: string) => `${person} is signed out everywhere at once, and the account ends for good. What was recorded stays.`,
  changeRights: (person: string) => `${person} loses at once what the present user type and organisation show and allow.`,
  revokeInvitation: (address: string) => `The invitation of ${address} will be revoked: the link in the mail then no longer works.`,
  changePassword: () => 'With a new password your other sign-ins end, on every device but this one.',
  moveMfa: () => 'Your other sign-ins end, and the old phone counts no more.',
  stopRecording: () => 'The recording of this browser is deleted. What happens from now on cannot be looked at again.',
} as const;
