/** The entries of list settings that match nothing, as lines for the log; a server starts despite such entries. */

import { isAllowedMail } from '../identity/allowedMail.ts';
import { isPushAddress } from '../notifications/pushService.ts';
import { requestedHost } from '../platform/http/hostCheck.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** Returns whether an address of a push service can match. */
function isPushHost(entry: string): boolean {
  const host = entry.replace(/^\*(?=\.)/, 'any');
  return !host.includes('*') && ['https', 'http'].some((scheme) => isPushAddress(`${scheme}://${host}`, [entry]));
}

const lists = [
  {
    name: 'ALLOWED_HOSTS',
    isUsed: (entry: string) => requestedHost(entry) !== null,
    expected: 'a host name without protocol, port or path',
  },
  {
    name: 'ALLOWED_MAIL_DOMAINS',
    isUsed: (entry: string) => !/[/:;*]/.test(entry) && isAllowedMail(`a@${entry}`, entry),
    expected: 'a mail domain such as company.example, without @',
  },
  {
    name: 'PUSH_HOSTS',
    isUsed: isPushHost,
    expected: 'a host name in ASCII, such as push.example or *.push.example, without protocol or path',
  },
] as const;

/** Returns a line for each entry that matches nothing, with its place but not its value, which may be a secret. Source: START22. */
export const idleEntries = (settings: Pick<Settings, (typeof lists)[number]['name']>): readonly string[] =>
  lists.flatMap(({ name, isUsed, expected }) =>
    settings[name].split(',').flatMap((text, index) => {
      const entry = text.trim().toLowerCase();
      return entry === '' || isUsed(entry) ? [] : [`Setting ${name}: entry ${index + 1} matches nothing: it must be ${expected}`];
    }),
  );
