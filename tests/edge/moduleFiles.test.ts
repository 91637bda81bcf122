import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { createDownloads } from '#edge/downloads';
import { createImporter, DownloadError } from '#edge/moduleFiles';

const script = () => new Response('export {};', { headers: { 'content-type': 'text/javascript' } });
const pageOf = (entry: string) =>
  new Response(`<div id="root"></div><script type="module" src="${entry}">`, { headers: { 'content-type': 'text/html' } });
const away = () => Promise.reject(new TypeError('Failed to fetch'));

/** A network that answers in turn, and the paths it was asked for. */
function network(...answers: readonly (() => Response | Promise<Response>)[]) {
  const asked: string[] = [];
  const fetch = async (request: RequestInfo | URL) => {
    asked.push(request instanceof Request ? request.url : request.toString());
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? away;
    return answer();
  };
  return { asked, fetch };
}

/** A page with what its head holds; the one of the test environment holds the styles of other tests. */
function pageWith(head: string): Document {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = head;
  return page;
}

it('[LAZY4] a module is imported after all its files are there, so that no failed import is kept', async () => {
  const { asked, fetch } = network(away, script, script);
  const importModule = createImporter({ page: pageWith(''), fetch });
  const imports: string[] = [];
  const load = () => importModule(async () => imports.push('imported'), ['assets/a.js', 'assets/b.js']);
  await expect(load()).rejects.toMatchObject({ reason: 'away' });
  expect(imports).toEqual([]);
  await load();
  expect(imports).toEqual(['imported']);
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js', '/assets/a.js']);
});

it('[LAZY4] a loaded file is not requested again', async () => {
  const page = pageWith('<script src="/assets/index.js"></script><link rel="modulepreload" href="/assets/first.js">');
  const { asked, fetch } = network(script);
  await createImporter({ page, fetch })(async () => null, ['assets/index.js', 'assets/first.js']);
  expect(asked).toEqual([]);
});

it.each([
  ['no connection', away, 'away'],
  ['a proxy without its server', () => new Response('Bad Gateway', { status: 502 }), 'away'],
  ['a server that lacks the file', () => new Response('', { status: 404 }), 'missing'],
  ['a page in place of the file', () => pageOf('/assets/index-2.js'), 'missing'],
])('[LAZY4] %s', async (_, answer, reason) => {
  const load = createImporter({ page: pageWith(''), fetch: network(answer).fetch })(async () => null, ['assets/a.js']);
  await expect(load).rejects.toMatchObject({ reason });
});

it.each([
  ['nothing answers', away, 'away'],
  ['a portal answers', () => new Response('<h1>Sign in to the WiFi</h1>', { headers: { 'content-type': 'text/html' } }), 'away'],
  ['the server has another build', () => pageOf('/assets/index-2.js'), 'outdated'],
  ['the server has this build', () => pageOf('/assets/index-1.js'), 'broken'],
])('[LAZY2] a missing file, when %s', async (_, answer, expected) => {
  const { fetch } = network(answer);
  const own = pageWith('<script src="/assets/index-1.js"></script>');
  const page = { fetch, document: own, location, addEventListener, removeEventListener };
  const downloads = createDownloads(page, new VirtualTimeScheduler());
  expect(await downloads.reasonOf(new DownloadError('missing', '/assets/a.js'))).toBe(expected);
});
