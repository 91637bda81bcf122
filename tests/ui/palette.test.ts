import { expect, it } from 'vitest';
import { mapColours } from '#ui/mapColours';
import { palette } from '#ui/palette';

type Name = keyof typeof palette;
const THEMES = ['light', 'dark'] as const;

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const ratio = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return ratio <= 0.04045 ? ratio / 12.92 : ((ratio + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a: string, b: string): number {
  const [light = 1, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
const between = (a: Name, b: Name, theme: 0 | 1) => contrast(palette[a][theme], palette[b][theme]);

const text: readonly (readonly [Name, Name])[] = [
  ...(['bg.shell', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.emphasized', 'bg.raised', 'never.row'] as const).flatMap((ground) =>
    (['fg', 'fg.muted', 'fg.subtle'] as const).map((ink) => [ink, ground] as const),
  ),
  ['fg.inverse', 'bg.inverse'],
  ['fg.inverseMuted', 'bg.inverse'],
  ['accent.contrast', 'accent.solid'],
  ['accent.contrast', 'accent.hover'],
  ['accent.fg', 'accent.subtle'],
  ['error.contrast', 'error.solid'],
  ...(['online', 'treating', 'error', 'warning', 'charging', 'idle', 'offline'] as const).flatMap(
    (tone) =>
      [
        [`${tone}.fg`, 'bg.panel'],
        [`${tone}.fg`, `${tone}.subtle`],
      ] as const,
  ),
];
const marks: readonly (readonly [Name, Name])[] = [
  ['border.control', 'bg.panel'],
  ['border.control', 'bg.muted'],
  ['focus', 'bg.panel'],
  ['focus', 'bg.shell'],
  ...(['online', 'treating', 'error', 'warning', 'charging', 'idle', 'offline', 'accent', 'yellow', 'orange'] as const).map(
    (tone) => [`${tone}.solid`, 'bg.panel'] as const,
  ),
];

it.each(text)('[UI6] text %s on %s has a contrast of 4.5 in both themes', (ink, ground) => {
  expect(between(ink, ground, 0)).toBeGreaterThanOrEqual(4.5);
  expect(between(ink, ground, 1)).toBeGreaterThanOrEqual(4.5);
});

it.each(marks)('[UI6] marks and controls %s on %s have a contrast of 3 in both themes', (ink, ground) => {
  expect(between(ink, ground, 0)).toBeGreaterThanOrEqual(3);
  expect(between(ink, ground, 1)).toBeGreaterThanOrEqual(3);
});

it.each(THEMES)('[UI6] on the %s map devices, obstacles, nodes and labels have a contrast of 3', (theme) => {
  const { ground, device, obstacle, node, label, trail } = mapColours[theme];
  for (const ink of [device, obstacle, node, label, trail]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(3);
});
