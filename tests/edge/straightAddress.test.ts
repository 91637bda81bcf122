import { expect, it } from 'vitest';
import { straightenAddress } from '#edge/straightAddress';

/** Opens an address; returns where the page is then, as a browser resolves it, and how often its address was replaced. */
function opened(address: string) {
  let url = new URL(`https://console.example${address}`);
  let replaced = 0;
  const replaceState = (_: unknown, __: string, next?: string | URL | null) => {
    const resolved = new URL(next ?? '', url);
    if (resolved.origin !== url.origin) throw new DOMException('another server', 'SecurityError');
    url = resolved;
    replaced += 1;
  };
  straightenAddress({ location: url, history: { replaceState } });
  return [url.href.slice(url.origin.length), replaced];
}

it.each([
  ['//', '/'],
  ['//dashboard', '/dashboard'],
  ['//dashboard?x=1#at', '/dashboard?x=1#at'],
  ['///x', '/x'],
  ['//a:b', '/a:b'],
  ['//other.example//x', '/other.example//x'],
])('[ADDRESS2] the page opened at %s goes on at %s', (address, expected) => {
  expect(opened(address)).toEqual([expected, 1]);
});

it.each(['/', '/dashboard?x=//', '/a//b', '/%E0%A4%A'])('[ADDRESS2] the address %s stays as it is', (address) => {
  expect(opened(address)).toEqual([address, 0]);
});
