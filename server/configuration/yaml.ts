import type { ConfigType, ConfigValue } from '#contract/devices/configuration';
import type { ValuedParameter } from './configAt.ts';

// Characters that JSON leaves unescaped but YAML forbids or treats as line breaks.
const UNFIT = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const PLAIN_KEY = /^[A-Za-z_][\w/.]*$/;
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

function valueText(type: ConfigType, value: ConfigValue): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' && type === 'float' ? floatText(value) : String(value);
}

/** Renders a YAML file: a comment line, then one line per parameter. */
export function yamlOf(comment: string, parameters: readonly ValuedParameter[]): string {
  const lines = parameters.map(({ config_name, model, value }) => `${keyText(config_name)}: ${valueText(model.type, value)}`);
  return [`# ${comment}`, ...(lines.length === 0 ? ['{}'] : lines), ''].join('\n');
}
