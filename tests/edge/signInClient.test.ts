import { expect, it } from 'vitest';
import { isReturn } from '#edge/signInClient';

it.each([
  ['/signed-in', '?code=c&state=s', true],
  ['/signed-in', '?error=access_denied&state=s', true],
  ['/signed-in', '', false],
  ['/signed-in', '?code=c', false],
  ['/signed-in', '?state=s', false],
  ['/', '?code=c&state=s', false],
  ['/dashboard', '?code=c&state=s', false],
])('[SIGN-014] %s%s is the end of a sign-in: %s', (pathname, search, expected) => {
  expect(isReturn({ pathname, search })).toBe(expected);
});
