import { expect, it } from 'vitest';
import { getErrorOverview } from '#contract/fleet/machine';
import { detail } from './aDetail.tsx';

it('[CONST-014] the detail page asks for the errors of the last 48 hours', () => {
  const { intents } = detail([]);
  const query = intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getErrorOverview.name ? [intent.request.params] : [],
  );
  expect(query).toEqual([{ serial: 'LF-01', hours: '48' }]);
});
