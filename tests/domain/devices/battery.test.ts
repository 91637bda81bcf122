import { batteryOf } from '#domain/devices/battery';
import { expect, it } from 'vitest';

it.each<[string, number | null | undefined, string, string]>([
  ['RULE-037', -1, 'none', '-'],
  ['RULE-037', -0.01, 'none', '-'],
  ['RULE-038', undefined, 'none', '-'],
  ['RULE-038', null, 'none', '-'],
  ['RULE-039', 0, 'red', '0'],
  ['RULE-039', 20, 'red', '20'],
  ['RULE-040', 20.5, 'amber', '20'],
  ['RULE-040', 29.9, 'amber', '29'],
  ['RULE-041', 30, 'amber', '30'],
  ['RULE-041', 49.9, 'amber', '49'],
  ['RULE-042', 50, 'amber', '50'],
  ['RULE-042', 59.9, 'amber', '59'],
  ['RULE-043', 60, 'green', '60'],
  ['RULE-043', 79.9, 'green', '79'],
  ['RULE-044', 80, 'green', '80'],
  ['RULE-044', 89.9, 'green', '89'],
  ['RULE-045', 90, 'green', '90'],
  ['RULE-045', 100, 'green', '100'],
  ['GAP-45', 104, 'green', '100'],
  ['GAP-45', Number.NaN, 'none', '-'],
])('[%s] a level of %s is %s and reads %s', (_, level, band, text) => {
  expect(batteryOf(level)).toMatchObject({ band, text });
});
