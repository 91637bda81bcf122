import { expect, it } from 'vitest';
import { mayChangeNote, notesOfRecording } from '#domain/incidents/incidentNote';
import { roles, type Role } from '#domain/people/rights';

it('[INOTE2] the author changes a note, and administrators do', () => {
  const may = (username: string) => roles.filter((role: Role) => mayChangeNote({ username, role }, 'an'));
  expect(may('an')).toEqual(roles);
  expect(may('bo')).toEqual(['system_admin', 'organisation_admin']);
  expect(mayChangeNote({ username: 'bo', role: null }, 'an')).toBe(false);
});

it.each<[string, Parameters<typeof notesOfRecording>[0], ReturnType<typeof notesOfRecording>]>([
  ['none', [], []],
  [
    'by their instants',
    [
      { at: 9, text: 'b' },
      { at: 3, text: 'a' },
    ],
    [
      { at: 3, text: 'a' },
      { at: 9, text: 'b' },
    ],
  ],
  [
    'two of one instant stand side by side',
    [
      { at: 3, text: 'a' },
      { at: 3, text: 'b' },
    ],
    [
      { at: 3, text: 'a' },
      { at: 4, text: 'b' },
    ],
  ],
  [
    'a long one is continued, and no character is cut',
    [
      { at: 3, text: 'abc🌱d' },
      { at: 4, text: 'e' },
    ],
    [
      { at: 3, text: 'abc' },
      { at: 4, text: '🌱d' },
      { at: 5, text: 'e' },
    ],
  ],
])('[IROOM15] notes as a recording holds them: %s', (_, notes, expected) => {
  expect(notesOfRecording(notes, 4)).toEqual(expected);
});
