import type { Call } from '#contract/call';
import { z } from '#contract/schema';
import { answerOf } from '../generate/answerOf.ts';
import type { Style } from '../generate/style.ts';
import type { Plant } from './plant.ts';

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

/** Two items per list, every field. */
const style: Style = { name: 'secrets', optional: 'given', items: 2, text: 'empty', isSpoiled: false, words: {} };

/** The names that make a field secret. The rule of the contract (OPEN-88), written a second time. */
const isSecretName = (name: string) => /password|secret|private|token/i.test(name);
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const takes = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;

/** Secrets in every shape that a field without a documented shape may have. */
export const looseSecrets = (plant: Plant): Fields => ({
  wifi_password: plant.text(),
  access_secret: { value: plant.text() },
  privateKey: plant.text(),
  'API-Tokens': [plant.text(), [plant.text()]],
  admin_passwords: [{ of: 'plc', value: plant.text() }],
  app_login_credentials: { username: 'app', password: plant.text(), old: [{ password: plant.text() }] },
  pin_secret: plant.number(),
});

function inRecord(schema: z.ZodMiniObject, json: unknown, plant: Plant, isSecret: boolean): unknown {
  if (!isRecord(json)) return json;
  const known = Object.entries(schema.shape).flatMap(([name, of]) =>
    name in json ? [[name, inJson(of, json[name], plant, isSecret || isSecretName(name))]] : [],
  );
  const all = { ...Object.fromEntries(known), ...looseSecrets(plant) };
  // A strict object takes no undocumented field.
  return takes(schema, all) ? all : Object.fromEntries(known);
}

const isFree = (schema: Schema) => ['text', 0, [], {}].every((value) => takes(schema, value));

/**
 * The values of a dictionary under a secret's name: a text, or a record whose undocumented values are secret, as that of a configuration parameter.
 */
function underSecretName(schema: Schema, plant: Plant): Fields {
  if (isFree(schema) || (takes(schema, 'text') && !takes(schema, 0))) return { api_password: plant.text() };
  if (!(schema instanceof z.ZodMiniObject)) return {};
  const json = Object.entries(Object(answerOf(schema, style)));
  const named = json.map(([name, value]) => [name, isFree(schema.shape[name] ?? z.never()) ? plant.text() : value]);
  return { api_password: Object.fromEntries(named) };
}

function inDictionary(schema: z.ZodMiniRecord, json: unknown, plant: Plant, isSecret: boolean): unknown {
  if (!isRecord(json)) return json;
  const entries = Object.entries(json).map(([name, value]) => [name, inJson(schema.def.valueType, value, plant, isSecret)]);
  return { ...Object.fromEntries(entries), ...underSecretName(schema.def.valueType, plant) };
}

/** A JSON value of a schema in which every secret field, documented or not, holds a planted one. */
function inJson(schema: Schema, json: unknown, plant: Plant, isSecret: boolean): unknown {
  if (json === null) return null;
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return inJson(schema.def.innerType, json, plant, isSecret);
  if (schema instanceof z.ZodMiniPipe) return inJson(schema.def.in, json, plant, isSecret);
  if (schema instanceof z.ZodMiniObject) return inRecord(schema, json, plant, isSecret);
  if (schema instanceof z.ZodMiniRecord) return inDictionary(schema, json, plant, isSecret);
  if (schema instanceof z.ZodMiniArray && Array.isArray(json)) return json.map((item) => inJson(schema.def.element, item, plant, isSecret));
  if (schema instanceof z.ZodMiniUnion) {
    const option = schema.def.options.find((one) => takes(one, json));
    return option === undefined ? json : inJson(option, json, plant, isSecret);
  }
  if (schema instanceof z.ZodMiniUnknown) return isSecret ? plant.text() : looseSecrets(plant);
  const text = isSecret && typeof json === 'string' ? plant.text() : json;
  return takes(schema, text) ? text : json;
}

/** A value of a schema in which every secret field holds a planted secret; with `isSecret` every text. */
export const plantedJson = (schema: Schema, plant: Plant, isSecret = false): unknown =>
  inJson(schema, answerOf(schema, style), plant, isSecret);

/** A request's body with a secret in each of its fields; the streams pass on whatever a form gives. */
export const plantedBody = ({ body }: Call, plant: Plant): unknown => ({
  ...(body instanceof z.ZodMiniObject ? Object.fromEntries(Object.keys(body.shape).map((name) => [name, plant.text()])) : {}),
  ...looseSecrets(plant),
});
