import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import { getLocales, type Profile } from '#contract/identity';
import { AccountScreen } from '#screens/profile/account/AccountScreen';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { IntentContext } from '#hooks/IntentContext';
import type { Intent } from '#streams/intent';
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
  const intents: Intent[] = [];
  store.dispatch(eventsBatched(eventsOf([1, { kind: 'session.opened', profile }])));
  render(
    <ChakraProvider value={theme}>
      <Provider store={store}>
        <IntentContext value={(intent) => void intents.push(intent)}>
          <AccountScreen />
        </IntentContext>
      </Provider>
    </ChakraProvider>,
  );
  return { store, intents };
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
    const { store, intents } = anAccount(an);
    expect(value('Locale')).toBe('nl-BE');
    expect(intents).toMatchObject([{ kind: 'query.subscribed', request: { call: getLocales.name } }]);
    act(() => {
      const answer = { result: [{ id: 'nl-BE', name: 'Dutch (Belgium)' }] };
      store.dispatch(eventsBatched(eventsOf([2, { kind: 'request.succeeded', key: getLocales.name, call: getLocales.name, answer }])));
    });
    expect(value('Locale')).toBe('Dutch (Belgium)');
  });

  it('what the provider does not say is a dash', () => {
    anAccount({ username: 'u-1', email: 'an@serra.example', groups: [], second_factor: true });
    expect(['First name', 'Family name', 'Locale', 'User type'].map(value)).toEqual(['-', '-', '-', '-']);
  });
});
