import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { screenAddress, screenPaths, tableFilter } from '#domain/addresses';

it('[ADDRESS1] every path has its screen, and every screen its path', () => {
  expect(routes.map(({ path }) => path)).toEqual(screenPaths);
});

it('[ADDRESS1] parameters are encoded', () => {
  expect(screenAddress('/users')).toBe('/users');
  expect(screenAddress('/maps/locations', { location: 'a b&c=é', greenhouse: '' })).toBe(
    '/maps/locations?location=a%20b%26c%3D%C3%A9&greenhouse=',
  );
  expect(screenAddress('/users', tableFilter('users', 'locale', 'nl-BE,fr'))).toBe('/users?users.filter=locale%3Dnl-BE%252Cfr');
});
