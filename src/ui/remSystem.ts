import type { SystemContext } from '@chakra-ui/react';

/** The properties that scale with the browser's font size: those of texts, and the heights of containers and controls. */
const GROWING: ReadonlySet<string> = new Set(['fontSize', 'lineHeight', 'height', 'minHeight']);
const PX_PER_REM = 16;
const LENGTH = /^(\d+(?:\.\d+)?)px$/;

/** Returns a length in px as rem, for a font size of 16 px; hairlines and all other values are unchanged. */
export function inRem(value: string): string {
  const px = Number(LENGTH.exec(value)?.[1] ?? Number.NaN);
  return px > 2 ? `${px / PX_PER_REM}rem` : value;
}

type Styles = Readonly<Record<string, unknown>>;

function growing(styles: Styles): Styles {
  return Object.fromEntries(
    Object.entries(styles).map(([name, value]) => {
      if (typeof value === 'string' && GROWING.has(name)) return [name, inRem(value)];
      return [name, typeof value === 'object' && value !== null && !Array.isArray(value) ? growing({ ...value }) : value];
    }),
  );
}

/** Returns a system whose text and touch sizes are in rem: they are written in px but scale with the browser's font size. */
export function remSystem(system: SystemContext): SystemContext {
  return { ...system, css: (...styles) => growing(system.css(...styles)) };
}
