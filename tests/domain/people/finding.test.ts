import { expect, it } from 'vitest';
import { severity } from '#contract/validation';
import { bySeverity, type Finding } from '#domain/people/finding';

const finding = (grave: Finding['severity'], name: string, text = ''): Finding => ({ severity: grave, name, text, id: '' });

it('[CONST-065] there are four severities', () => {
  expect(severity.options).toEqual(['info', 'warning', 'error', 'fatal']);
});

it('[VAL1] the gravest stand first, those alike by name with its numbers, then as they were found', () => {
  const found = [
    finding('info', 'Anna'),
    finding('error', 'Kas 10'),
    finding('error', 'kas 9', 'second'),
    finding('error', 'Kas 9', 'first'),
    finding('fatal', 'Zoë'),
    finding('warning', 'Bert'),
  ];
  expect(bySeverity(found).map(({ name, text }) => `${name} ${text}`.trim())).toEqual([
    'Zoë',
    'kas 9 second',
    'Kas 9 first',
    'Kas 10',
    'Bert',
    'Anna',
  ]);
});
