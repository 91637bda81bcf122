import { expect, it } from 'vitest';
import { readSimField, simChangeOf, simDraftOf, simField, simFieldProblem, sourceText } from '#domain/devices/simFields';
import { readSimFile } from '#domain/devices/simFile';

const saved = { serial: 'A-1', saved_at: '2026-03-04T10:00:00Z', saved_by: 'An' };
const own = { customer: 'Maker', rate_plan: 'Basic', overage_limit_override: true };

it.each([
  ['both, another one', { ...saved, rate_plan: '5 GB' }, ['5 GB', 'entered; the device reports Basic']],
  ['both, the same', { ...saved, rate_plan: 'Basic' }, ['Basic', 'entered']],
  ['only the device', { ...saved, customer: 'De Linde' }, ['Basic', 'from the device']],
  ['nothing entered at all', undefined, ['Basic', '']],
])('[SIMP1] the entered value counts, and the source of a value is shown: %s', (_, entered, expected) => {
  const field = simField('rate_plan', own, entered);
  expect([field.value, sourceText('rate_plan', field, entered)]).toEqual(expected);
});

it('[SIMP1] a yes of the device is the Yes of a person', () => {
  expect(simField('overage_limit_override', own, { ...saved, overage_limit_override: 'Yes' })).toMatchObject({ device: null });
});

it.each([
  ['ctd_data_usage', '1.5 GB', 1_500_000_000],
  ['ctd_data_usage', '1,5 gb', 1_500_000_000],
  ['ctd_data_usage', '812', 812],
  ['ctd_data_usage', 'much', undefined],
  ['ctd_data_usage', '-3 MB', undefined],
  ['overage_limit_reached', 'TRUE', true],
  ['overage_limit_reached', 'n', false],
  ['overage_limit_reached', 'perhaps', undefined],
  ['customer', ' De Linde ', 'De Linde'],
  ['customer', 'a\nb', undefined],
  ['customer', 'x'.repeat(101), undefined],
] as const)('[SIMP2] %s: %j is %j', (name, typed, value) => {
  expect(readSimField(name, typed)).toBe(value);
  expect(simFieldProblem(name, typed) === undefined).toBe(value !== undefined);
});

it('[SIMP2] entered values are corrected field by field, and an empty field removes one', () => {
  const draft = simDraftOf({ ...saved, customer: 'De Linde', overage_limit_reached: false, ctd_data_usage: 5 });
  expect(draft).toMatchObject({ customer: 'De Linde', overage_limit_reached: 'No', ctd_data_usage: '5', rate_plan: '' });
  expect(simChangeOf('A-1', { customer: ' ', overage_limit_reached: 'Yes' })).toEqual({
    serial: 'A-1',
    customer: null,
    overage_limit_reached: true,
  });
});

it('[SIMP2] a file of an operator, and one that the table of settings saves, are read by the names of their columns', () => {
  const portal = 'ICCID,Device ID,Rate Plan Name,SIM Status,CTD Data Usage\n8932,a-1,5 GB EU,ACTIVATED,1.2 MB\n8933,B-2,,,\n';
  expect(readSimFile(portal, ['A-1', 'B-2'])).toEqual({
    sims: [{ serial: 'A-1', rate_plan: '5 GB EU', status: 'ACTIVATED', ctd_data_usage: 1_200_000 }],
    unused: ['ICCID'],
    problems: [],
  });
  const table = 'Serial;Name;Customer;Rate Plan;Limit Reached;Limit Override\nB-2;Bento;De Linde;-;No;until May\n';
  expect(readSimFile(table, ['A-1', 'B-2']).sims).toEqual([
    { serial: 'B-2', customer: 'De Linde', overage_limit_reached: false, overage_limit_override: 'until May' },
  ]);
});

it.each([
  ['an unknown device', 'Serial;Customer\nX;y', [{ line: 2, problem: 'There is no device X.' }]],
  ['a device twice', 'Serial;Customer\nA-1;y\na-1;z', [{ line: 3, problem: 'A-1 stands on line 2 already.' }]],
  ['a word that is no size', 'Serial;Usage\nA-1;much', [{ line: 2, problem: 'Data Usage: Enter a size, for example 1.5 GB.' }]],
  ['a column twice', 'Serial;Plan;Rate Plan\nA-1;x;y', [{ line: 1, problem: 'The column Rate Plan stands twice.' }]],
  ['no columns', 'A-1;De Linde', [{ line: 1, problem: expect.stringContaining('must name the columns') }]],
  ['nothing', '', [{ line: 1, problem: expect.stringContaining('must name the columns') }]],
])('[SIMP2] nothing of a file is taken with a line that cannot be: %s', (_, text, problems) => {
  expect(readSimFile(text, ['A-1']).problems).toEqual(problems);
});
