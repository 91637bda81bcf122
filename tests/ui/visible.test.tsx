import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { visibleText } from '#ui/translatable/visible';

it.each([
  ['Kas \u202E1 saK', 'Kas [U+202E]1 saK'],
  ['a\u2066b\u2069c', 'a[U+2066]b[U+2069]c'],
  ['a\u200Bb\uFEFF', 'a[U+200B]b[U+FEFF]'],
  ['a\u0007b', 'a[U+0007]b'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['می\u200Cخواهم 👩\u200D🌾 ❤️', 'می\u200Cخواهم 👩\u200D🌾 ❤️'],
  ['12\u202F000 €', '12\u202F000 €'],
])('[NAME2] %j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it('[NAME2] texts, also beside others, titles and labels are shown so; what is typed is not changed', () => {
  const name = 'Kas\u202E1';
  render(
    <p title={name}>
      Stop {name}? <b aria-label={name}>{name}</b>
      <input aria-label="Name" defaultValue={name} />
    </p>,
  );
  expect(screen.getByTitle('Kas[U+202E]1')).toHaveTextContent('Stop Kas[U+202E]1? Kas[U+202E]1');
  expect(screen.getByLabelText('Kas[U+202E]1')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue(name);
});
