import { errorBody, z } from '#contract/schema';
import { failures, statusOf } from '../failure/catalogue.ts';
import { failureKinds } from '../failure/failure.ts';

const schema = z.toJSONSchema(errorBody, { target: 'draft-2020-12', unrepresentable: 'any' });
const kinds = Object.entries(failureKinds);
const rows = Object.entries(failures);
const statuses = [...new Set([...kinds.map(([, { status }]) => status), ...rows.map(([, row]) => statusOf(row))])].toSorted(
  (a, b) => a - b,
);

/** Statuses for a body that is too large or of another type. */
const OF_BODIES: readonly number[] = [413, 415];
const NO_TOKEN = 401;

const nameOf = (status: number | 'default') => `Failure-${status}`;

/** Returns the response with a status: the descriptions of its kinds, and the rows of the catalogue as examples. */
function componentOf(status: number): object {
  const ofStatus = rows.filter(([, row]) => statusOf(row) === status);
  const meanings = kinds.flatMap(([kind, { status: own, when }]) => (own === status ? [`${kind}: ${when}`] : []));
  const description = meanings.length > 0 ? meanings.join(' ') : ofStatus.map(([, { kind, when }]) => `${kind}: ${when}`).join(' ');
  const examples = Object.fromEntries(
    ofStatus.map(([code, { kind, text, when }]) => [code, { summary: when, value: { error: `${kind}: ${text}` } }]),
  );
  return { description, content: { 'application/json': { schema, ...(ofStatus.length > 0 ? { examples } : {}) } } };
}

/** Returns the error responses by name, for `components` of the OpenAPI document. Source: FAILURES2. */
export const failureComponents = (): Record<string, object> => ({
  ...Object.fromEntries(statuses.map((status) => [nameOf(status), componentOf(status)])),
  [nameOf('default')]: { description: 'Failed', content: { 'application/json': { schema } } },
});

/** Returns the error responses of a call for the OpenAPI document, as references to the components. */
export function failureResponses({ needsToken, hasBody }: { readonly needsToken: boolean; readonly hasBody: boolean }) {
  const own = statuses.filter((status) => (needsToken || status !== NO_TOKEN) && (hasBody || !OF_BODIES.includes(status)));
  return Object.fromEntries([...own, 'default' as const].map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]));
}
