import { MASK, SECRET_NAME } from '#domain/text/secretMask';

function mask(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, isSecret));
  if (value !== null && typeof value === 'object') return maskFields(value, isSecret);
  return isSecret && value !== null && value !== '' ? MASK : value;
}

const maskFields = (fields: object, isSecret: boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mask(value, isSecret || SECRET_NAME.test(name))]));

/** Returns metadata with every secret as `***`; values nested in a secret field are secret too. Source: OPEN-88, OPEN-95. */
export const maskSecrets = (metadata: object): Record<string, unknown> => maskFields(metadata, false);
