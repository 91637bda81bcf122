import { expect, it } from 'vitest';
import { getErrorOverview } from '#contract/machine';
import { detail } from './aDetail.tsx';

it('[CONST-014] the detail page asks for the errors of the last 48 hours', () => {
  const { wishes } = detail([]);
  const asked = wishes.flatMap((wish) =>
    wish.kind === 'interest.opened' && wish.question.call === getErrorOverview.name ? [wish.question.params] : [],
  );
  expect(asked).toEqual([{ serial: 'LF-01', hours: '48' }]);
});
