import { expect, it } from 'vitest';
import { GROUP_REFUSAL, mailDomainsProblem, mailRefusal, refusalPlace, typedDomains } from '#domain/people/mailDomains';

it('[MAILD1] a typed list of domains is read as people write it', () => {
  expect(typedDomains(' @Serra.example, de-linde.nl;serra.example\nx.co.uk ')).toEqual(['serra.example', 'de-linde.nl', 'x.co.uk']);
  expect(typedDomains(' ')).toEqual([]);
});

it.each([
  [['serra.example', 'de-linde.co.uk', 'xn--bcher-kva.example'], undefined],
  [['example'], 'example is no mail domain, such as company.example.'],
  [['-a.example'], '-a.example is no mail domain, such as company.example.'],
  [['a@b.example'], 'a@b.example is no mail domain, such as company.example.'],
  [['*.example'], '*.example is no mail domain, such as company.example.'],
  [Array.from({ length: 51 }, (_, at) => `d${at}.example`), 'At most 50 mail domains.'],
])('[MAILD1] %j: %s', (domains, problem) => {
  expect(mailDomainsProblem(domains)).toBe(problem);
});

it('[MAILD1] a refusal names the place, with the way there for a system_admin alone', () => {
  const refusals = [mailRefusal('a@x.example', 'De Linde'), mailRefusal('a@x.example', null), GROUP_REFUSAL];
  expect(refusals[0]).toBe(
    'Addresses of x.example are not allowed for De Linde: a system admin adds the mail domain under Maps, Organisations.',
  );
  for (const refusal of refusals) {
    expect(refusalPlace(refusal, 'system_admin')).toBe('/maps/organisations');
    expect(refusalPlace(refusal, 'system_admin', '')).toBe('/maps/organisations');
    expect(refusalPlace(refusal, 'system_admin', 'org 1')).toBe('/maps/organisations?update=org%201');
    expect(refusalPlace(refusal, 'organisation_admin')).toBeNull();
  }
  expect(refusalPlace('This email address has an account already.', 'system_admin')).toBeNull();
});
