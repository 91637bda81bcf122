import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { EmailField } from '#ui/EmailField';
import { renderUi } from '../support/renderUi.tsx';

function Address({ first }: { readonly first: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <EmailField label="Email" value={value} onValue={setValue} />
      <output>{value}</output>
    </>
  );
}

/** The field with a text, of which the part between the two places is selected. */
async function aField(first: string, from: number, to = from) {
  const { user } = renderUi(<Address first={first} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.click(field);
  field.setSelectionRange(from, to);
  return { user, field, value: () => screen.getByRole('status').textContent };
}

it.each([
  ['at the end', 'an', 2, 2, 'A@X', 'ana@x', 5],
  ['in the middle', 'an@x.com', 1, 1, 'NN', 'annn@x.com', 3],
  ['over the same letter', 'an@x.com', 1, 2, 'N', 'an@x.com', 2],
  ['over a part', 'an@x.com', 0, 2, 'ELS', 'els@x.com', 3],
])('[EMAIL1] capitals typed %s are lower-cased, and the caret stays behind them', async (_, first, from, to, typed, text, caret) => {
  const { user, field, value } = await aField(first, from, to);
  await user.keyboard(typed);
  expect([field.value, value(), field.selectionStart, field.selectionEnd]).toEqual([text, text, caret, caret]);
});

it('[EMAIL1] a letter that is longer in lower case moves the caret along', async () => {
  const { user, field } = await aField('ab', 1);
  await user.paste('\u0130');
  expect([field.value, field.selectionStart]).toEqual(['ai\u0307b', 3]);
});

it('[EMAIL1] a pasted address is lower-cased, and nothing is left out of it', async () => {
  const { user, field } = await aField('', 0);
  await user.paste('An Peeters <An@X.COM>');
  expect(field.value).toBe('an peeters <an@x.com>');
});

it('[EMAIL1] text that is being composed stays as it is until it is complete', async () => {
  const { field, value } = await aField('', 0);
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: 'AN' }, isComposing: true });
  expect(field.value).toBe('AN');
  fireEvent.compositionEnd(field);
  expect([field.value, value()]).toEqual(['an', 'an']);
});
