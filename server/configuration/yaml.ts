/** A configuration file as YAML text, plain or for ROS 2, for the download. */

import { isStructured, notFiniteWord } from '#domain/configuration/structuredValue';
import type { ValuedParameter } from './configAt.ts';

/** Format of a downloaded file: plain, or as the parameter file of a ROS 2 node, under every node's name. */
export type YamlLayout = 'plain' | 'ros2';

// Characters that JSON leaves unescaped but YAML forbids or treats as line breaks.
const UNFIT = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const PLAIN_KEY = /^[A-Za-z_][\w.]*$/;
/** Words that YAML 1.1 or 1.2 parses as boolean or null. */
const WORD = /^(y|n|yes|no|on|off|true|false|null)$/i;

/** Quotes a text on one line as a JSON string, which is valid YAML. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(UNFIT, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const keyText = (name: string): string => (PLAIN_KEY.test(name) && !WORD.test(name) ? name : quoted(name));

/** Formats a float with a decimal point, so that every parser reads a float: `1.0`, `1.0e+21`. */
function floatText(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  const withPoint = digits.includes('.') ? digits : `${digits}.0`;
  return exponent === undefined ? withPoint : `${withPoint}e${exponent}`;
}

const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);

/** Renders a list or map on one line. A list of numbers of which one has a fraction is written as floats: ROS 2 only accepts lists of a single type. */
function flowText(value: unknown, type: string): string {
  if (Array.isArray(value)) {
    const itemType = type === '' && value.some(isFraction) ? 'float' : type;
    return `[${value.map((item) => flowText(item, itemType)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, part]) => `${quoted(name)}: ${flowText(part, '')}`)
      .join(', ')}}`;
  return scalarText(value, type);
}

function scalarText(value: unknown, type: string): string {
  if (typeof value === 'string') return (type === 'float' ? notFiniteWord(value) : null) ?? quoted(value);
  const isFloat = typeof value === 'number' && (type === 'float' || !Number.isSafeInteger(value));
  return isFloat ? floatText(value) : String(value);
}

/** A section of a file: its parameters and further sections, in the device's order. */
type Section = Map<string, Section | ValuedParameter>;

/**
 * Puts each parameter into the sections of its name: `mqtt/port` is `port` in `mqtt`, as a node reads it. A name is not split if a part of it is empty, or if
 * another parameter has the name of a section.
 */
function nested(parameters: readonly ValuedParameter[]): Section {
  const names = new Set(parameters.map(({ config_name }) => config_name));
  const root: Section = new Map();
  for (const parameter of parameters) {
    const parts = parameter.config_name.split('/');
    const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
    const isWhole = parts.includes('') || above.some((section) => names.has(section));
    const sections = isWhole ? [] : parts.slice(0, -1);
    const own = sections.reduce((section, part): Section => {
      const known = section.get(part);
      const next: Section = known instanceof Map ? known : new Map();
      section.set(part, next);
      return next;
    }, root);
    own.set(isWhole ? parameter.config_name : (parts.at(-1) ?? ''), parameter);
  }
  return root;
}

const kindOf = (value: unknown) => (isStructured(value) || value === null ? 'none' : typeof value);

/** Returns whether a parameter of ROS 2 can have this value: no null, and lists of scalars of one type. */
function fitsRos2(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => kindOf(item) !== 'none' && kindOf(item) === kindOf(value[0]));
  return value !== null && (typeof value !== 'object' || Object.values(value).every(fitsRos2));
}

function linesOf(section: Section, indent: string, layout: YamlLayout): readonly string[] {
  return [...section].flatMap(([name, part]) => {
    const key = `${keyText(name)}:`;
    if (part instanceof Map) return [`${indent}${key}`, ...linesOf(part, `${indent}  `, layout)];
    const { model, value } = part;
    const line = `${key} ${isStructured(value) ? flowText(value, model.items ?? '') : scalarText(value, model.type)}`;
    return layout === 'plain' || fitsRos2(value) ? [indent + line] : [`${indent}# not a value of ROS 2: ${line}`];
  });
}

const isLine = (line: string) => !line.trimStart().startsWith('#');

/**
 * Renders a YAML file: a comment line, then the parameters, nested by the slashes of their names. For ROS 2, parameters are below every node's name,
 * with unsupported values in comments, since a single one would keep the node from loading the rest. Source: CFG8, CONFV5.
 */
export function yamlOf(comment: string, parameters: readonly ValuedParameter[], layout: YamlLayout = 'plain'): string {
  const lines = linesOf(nested(parameters), layout === 'ros2' ? '    ' : '', layout);
  const head = layout === 'ros2' ? ['/**:', '  ros__parameters:'] : [];
  const isEmpty = !lines.some(isLine);
  const body = layout === 'ros2' && isEmpty ? ['/**:', '  ros__parameters: {}', ...lines] : [...head, ...(isEmpty ? ['{}'] : []), ...lines];
  return [`# ${comment}`, ...body, ''].join('\n');
}
