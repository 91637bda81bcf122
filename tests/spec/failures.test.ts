import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createFailure, failures, statusOf } from '#server/platform/failure/catalogue';
import { conflict, failureKinds, forbidden, invalid, notFound, tooLarge, unauthenticated } from '#server/platform/failure/failure';
import { failureComponents, failureResponses } from '#server/platform/http/failureResponses';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CATALOGUE = 'server/platform/failure/catalogue.ts';
const sources: ReadonlyMap<string, string> = new Map(
  globSync('server/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]),
);
const rows = Object.entries(failures);

const MAKER = /\b(?:invalid|unauthenticated|forbidden|notFound|conflict|tooLarge|tooMany|unavailable)\(/g;
/** A text in quotes, whole: one in backticks may hold values. */
const TEXT = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/;

/** Returns the text between a bracket and its closing one. */
function inBrackets(text: string): string {
  let open = 1;
  const end = [...text.matchAll(/[()]/g)].find(([bracket]) => {
    open += bracket === '(' ? 1 : -1;
    return open === 0;
  });
  return text.slice(0, end?.index);
}

/** Texts that two calls of the makers of failures write. */
function doubled(texts: readonly string[]): readonly string[] {
  const written = texts.flatMap((text) =>
    [...text.matchAll(MAKER)].flatMap(({ 0: maker, index }) => TEXT.exec(inBrackets(text.slice(index + maker.length)))?.[0] ?? []),
  );
  return [...new Set(written.filter((text, index) => written.indexOf(text) !== index))];
}

/** The catalogue as a page: its kinds, and its rows by kind. */
function page(): string {
  const kinds = Object.entries(failureKinds).map(([kind, { status, when }]) => `| ${status} | ${kind} | ${when} |`);
  const shared = rows.map(([code, row]) => `| \`${code}\` | ${statusOf(row)} | \`${row.kind}: ${row.text}\` | ${row.when} |`);
  return `# Failures

A call that fails answers \`{"error": "<Kind>: <text>"}\` with a status. The word before the colon is for programs, the text is for people. This page is made from
the catalogue of the server, \`failure.ts\` and \`catalogue.ts\` of \`${CATALOGUE.slice(0, CATALOGUE.lastIndexOf('/'))}\`: change these, then run
\`npx vitest run --project core tests/spec/failures.test.ts -u\`. The OpenAPI document (\`/api/openapi.json\`) has the same as the answers of each call.

## Kinds

| status | kind | when |
|---|---|---|
${kinds.join('\n')}

## Failures of several calls

Each code is that of the catalogue; it is not sent. What one call alone answers, such as the rule that a value breaks, stands in its code, and has one of the kinds above.

| code | status | body | when |
|---|---|---|---|
${shared.join('\n')}
`;
}

it('[FAILURES1] no two places write the text of a failure', () => {
  expect(sources.size).toBeGreaterThan(400);
  expect(doubled([...sources.values()])).toEqual([]);
});

it('[FAILURES1] the makers of a kind make the failures that have a text of their own', () => {
  const holders = [...sources].filter(([, source]) => /new Failure\([^;]*['`]/.test(source));
  expect(holders.map(([file]) => file)).toEqual([]);
});

it.each(rows)('[FAILURES1] the text of %s stands in the catalogue alone', (_, { text }) => {
  const holders = [...sources].filter(([, source]) => [`'${text}'`, `\`${text}\``].some((literal) => source.includes(literal)));
  expect(holders.map(([file]) => file)).toEqual([CATALOGUE]);
});

it.each([
  [["throw notFound('no such tree')", "throw forbidden('not yours')"], []],
  [["throw notFound('no such tree')", "if (gone) throw notFound(\n  'no such tree',\n)"], ["'no such tree'"]],
  [["throw isMine ? conflict(problem) : notFound('no such tree')"], []],
  [["throw isMine ? notFound('no such tree') : invalid('no such tree')"], ["'no such tree'"]],
  [['invalid(`${name} is no tree`)', "invalid(\n`${name} is no tree`, 'more')"], ['`${name} is no tree`']],
])('[FAILURES1] finds what %j writes twice', (texts, found) => {
  expect(doubled(texts)).toEqual(found);
});

it('[FAILURES2] a failure has the status and the kind of its row', () => {
  const made = [invalid, unauthenticated, forbidden, notFound, conflict, tooLarge].map((make) => make('a text'));
  expect(made.map(({ status, kind }) => [status, kind])).toEqual([
    [400, 'Invalid'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [409, 'Conflict'],
    [413, 'TooLarge'],
  ]);
  expect(createFailure('notJson')).toMatchObject({
    status: 415,
    kind: 'Invalid',
    message: 'the body must be JSON',
    retryAfterSeconds: null,
  });
  expect(createFailure('tooManyRequests', 3)).toMatchObject({ status: 429, kind: 'TooMany', retryAfterSeconds: 3 });
});

it('[FAILURES2] docs/failures.md is made from the catalogue', async () => {
  await expect(page()).toMatchFileSnapshot(`${root}docs/failures.md`);
});

it('[FAILURES2] OpenAPI has each failure as an example of the answer with its status', () => {
  const components = failureComponents();
  for (const [code, row] of rows) {
    const examples = { [code]: { summary: row.when, value: { error: `${row.kind}: ${row.text}` } } };
    expect(components[`Failure-${statusOf(row)}`]).toMatchObject({ content: { 'application/json': { examples } } });
  }
  const all = ['400', '401', '403', '404', '409', '413', '415', '429', '500', '503', 'default'];
  const responses = failureResponses({ needsToken: true, hasBody: true });
  expect(Object.keys(responses)).toEqual(all);
  expect(Object.values(responses)).toEqual(all.map((status) => ({ $ref: `#/components/responses/Failure-${status}` })));
  expect(Object.keys(components)).toEqual(all.map((status) => `Failure-${status}`));
  expect(Object.keys(failureResponses({ needsToken: false, hasBody: false }))).toEqual(
    all.filter((status) => !['401', '413', '415'].includes(status)),
  );
});
