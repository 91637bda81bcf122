import { createSystem } from '@chakra-ui/react';
import { expect, it } from 'vitest';
import { inRem, remSystem } from '#ui/remSystem';
import { styleProps } from '#ui/styleProps';
import { themeConfig } from '#ui/theme';

it.each([
  ['16px', '1rem'],
  ['44px', '2.75rem'],
  ['13px', '0.8125rem'],
  ['1px', '1px'],
  ['100%', '100%'],
  ['calc(50% - 7px)', 'calc(50% - 7px)'],
])('[REM1] %s is %s', (px, rem) => {
  expect(inRem(px)).toBe(rem);
});

it('[REM1] texts and touch sizes grow, also at a breakpoint and of a part inside; places and widths stay', () => {
  const { css } = remSystem(createSystem(styleProps, themeConfig));
  const styles = css({ fontSize: '14px', width: '260px', height: { base: '44px', lg: '32px' }, '& td': { height: '36px' } });
  expect(JSON.stringify(styles)).toContain('"fontSize":"0.875rem"');
  expect(JSON.stringify(styles)).toContain('"width":"260px"');
  expect(JSON.stringify(styles)).toContain('"height":"2.75rem"');
  expect(JSON.stringify(styles)).toContain('"height":"2rem"');
  expect(JSON.stringify(styles)).toContain('"height":"2.25rem"');
  expect(JSON.stringify(css({ textStyle: 'body' }))).not.toContain('14px');
});
