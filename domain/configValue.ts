import type { ConfigModel, ConfigValue } from '#contract/configuration';
import { configProblem } from './configEdit.ts';

/** Longest text of a parameter, in characters. */
export const MAX_TEXT = 10_000;

// NUL and half a letter: no file and no database keeps them.
const UNSTORABLE = /[\0\p{Cs}]/u;

function textProblem(text: string): string | null {
  if (text.length > MAX_TEXT) return 'Enter at most 10 000 characters.';
  return UNSTORABLE.test(text) ? 'This text holds a sign that cannot be stored.' : null;
}

/** Why a parameter cannot be given this value, as a sentence; null when it can. The server refuses what this refuses. Source: CONST-067, OPEN-20, CFG2. */
export function valueProblem(model: Pick<ConfigModel, 'type' | 'min' | 'max'>, value: ConfigValue): string | null {
  return configProblem(model, value) ?? (typeof value === 'string' ? textProblem(value) : null);
}
