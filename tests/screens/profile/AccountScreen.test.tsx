import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import { getLocales, type Profile } from '#contract/identity';
import { AccountScreen } from '#screens/profile/account/AccountScreen';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { WishContext } from '#state/WishContext';
import type { Wish } from '#streams/wish';
import { theme } from '#ui/theme';
import { eventsOf } from '../../state/eventsOf.ts';

const an: Profile = {
  groups: ['serra', 'user_type:license_support_engineer'],
  username: 'u-1',
  second_factor: true,
  email: 'an@serra.example',
  first_name: 'An',
  family_name: 'Verhoeven',
  locale: 'nl-BE',
};

function anAccount(profile: Profile) {
  const store = createLogStore({ devTools: false });
  const wishes: Wish[] = [];
  store.dispatch(eventsBatched(eventsOf([1, { kind: 'session.opened', profile }])));
  render(
    <ChakraProvider value={theme}>
      <Provider store={store}>
        <WishContext value={(wish) => void wishes.push(wish)}>
          <AccountScreen />
        </WishContext>
      </Provider>
    </ChakraProvider>,
  );
  return { store, wishes };
}
const value = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('AccountScreen', () => {
  it.each([
    ['[PROF-001]', 'First name', 'An'],
    ['[PROF-002]', 'Family name', 'Verhoeven'],
    ['[PROF-004]', 'Mail address', 'an@serra.example'],
    ['[PROF-005]', 'User type', 'License Support Engineer'],
  ])('%s %s is %s', (_, label, text) => {
    anAccount(an);
    expect(value(label)).toBe(text);
  });

  it('[PROF-003] the locale has its name as soon as the locales are known', () => {
    const { store, wishes } = anAccount(an);
    expect(value('Locale')).toBe('nl-BE');
    expect(wishes).toMatchObject([{ kind: 'interest.opened', question: { call: getLocales.name } }]);
    act(() => {
      const answer = { result: [{ id: 'nl-BE', name: 'Dutch (Belgium)' }] };
      store.dispatch(eventsBatched(eventsOf([2, { kind: 'call.answered', key: getLocales.name, call: getLocales.name, answer }])));
    });
    expect(value('Locale')).toBe('Dutch (Belgium)');
  });

  it('what the provider does not say is a dash', () => {
    anAccount({ username: 'u-1', email: 'an@serra.example', groups: [], second_factor: true });
    expect(['First name', 'Family name', 'Locale', 'User type'].map(value)).toEqual(['-', '-', '-', '-']);
  });
});
