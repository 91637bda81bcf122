/** Validation of a parameter's value: its type, `min`, `max`, length and nesting. */

import type { ConfigModel, ConfigValue } from '#contract/devices/configuration';
import { configProblem } from './configEdit.ts';
import { depthOf, isStructured, MAX_DEPTH } from './structuredValue.ts';
import { paragraphProblem } from '../text/fieldText.ts';

/** Maximum length of a text parameter, in characters. */
export const MAX_TEXT = 10_000;

/** Returns why a list or map is too large or too deep; null if it is not. */
function sizeProblem(value: ConfigValue): string | null {
  if (depthOf(value) > MAX_DEPTH) return `Nest at most ${MAX_DEPTH} lists and maps.`;
  return JSON.stringify(value).length > MAX_TEXT ? 'Enter at most 10 000 characters.' : null;
}

function textProblem(text: string): string | null {
  if (text.length > MAX_TEXT) return 'Enter at most 10 000 characters.';
  return paragraphProblem(text, 'This text') ?? null;
}

/** Returns why a value cannot be saved, as a sentence; null when it can. Used by console and server. Source: CONST-067, OPEN-20, CFG2, NAME1. */
export function valueProblem(model: Pick<ConfigModel, 'type' | 'min' | 'max' | 'items'>, value: ConfigValue): string | null {
  const problem = configProblem(model, value);
  if (problem !== null) return problem;
  return isStructured(value) ? sizeProblem(value) : typeof value === 'string' ? textProblem(value) : null;
}
