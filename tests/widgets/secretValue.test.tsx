import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SecretValue } from '#widgets/SecretValue';
import { renderUi } from '../support/renderUi.tsx';

it.each([
  ['masked until it is requested', undefined, '***', 0],
  ['with a copy button', 'open sesame', 'open sesame', 1],
  ['none, which is not masked', null, 'None', 0],
  ['none where it is empty', '', 'None', 0],
])('[SECRET1] a secret is %s', (_what, text, shown, buttons) => {
  renderUi(<SecretValue label="Password" text={text} what="password" />);
  expect(screen.getByText(shown)).toBeVisible();
  expect(screen.queryAllByRole('button')).toHaveLength(buttons);
});
