/** Further fields of a report (`other_fields`): as a flat list, by their names in `data-shows`, and as text. */

import { MAX_NESTING } from '../text/nesting.ts';
import { MASK } from '../text/secretMask.ts';
import { yesNo } from '../text/yesNo.ts';

/** A field of a report that no document defines; `path` names it within the report. */
export interface OtherField {
  readonly path: readonly string[];
  readonly value: string | number | boolean | null;
}

/** Maximum number of listed further fields; longer lists are of no use to people. */
const MAX_ROWS = 200;

const isLeaf = (value: unknown): value is OtherField['value'] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function leavesOf(value: unknown, path: readonly string[]): readonly OtherField[] {
  if (isLeaf(value)) return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  if (path.length === MAX_NESTING) return [{ path, value: MASK }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}

function parsedFields(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the fields in `text`, the `other_fields` of a report, as a flat list of at most 200 fields. Source: OTHER1. */
export const otherFields = (text: string | null | undefined): readonly OtherField[] =>
  text == null ? [] : leavesOf(parsedFields(text), []).slice(0, MAX_ROWS);

/** Returns the name of a further field for `data-shows`: `other_fields.["faults","0","part"]`. */
export const otherFieldName = (path: readonly string[]): string => `other_fields.${JSON.stringify(path)}`;

/** Returns the path in a name built by `otherFieldName`; null for any other text. */
export function otherFieldPath(name: string): readonly string[] | null {
  if (!name.startsWith('other_fields.')) return null;
  const path = parsedFields(name.slice('other_fields.'.length));
  return Array.isArray(path) && path.every((part) => typeof part === 'string') ? path : null;
}

/** Formats the value of a further field; flags become Yes and No, null is kept. Source: OTHER1. */
export const otherValueText = (value: OtherField['value']): string | null =>
  typeof value === 'boolean' ? yesNo(value) : value === null ? null : String(value);

/** Returns the value of a further field as text; null when the report does not contain it. */
export function otherFieldText(text: string | null | undefined, path: readonly string[]): string | null {
  const wanted = JSON.stringify(path);
  const found = otherFields(text).find((field) => JSON.stringify(field.path) === wanted);
  return found === undefined ? null : otherValueText(found.value);
}
