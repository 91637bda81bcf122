import { byText } from '#domain/text/byText';
import { expect, it } from 'vitest';

it('[SORT1] lists are sorted without regard to case and accents, numbers in names by value', () => {
  const names = ['robot 10', 'Ümit', 'Robot 2', 'alba', 'Zoë', 'unit'];
  expect(names.toSorted(byText)).toEqual(['alba', 'Robot 2', 'robot 10', 'Ümit', 'unit', 'Zoë']);
});
