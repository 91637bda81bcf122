import { expect, it } from 'vitest';
import { confirmUnload } from '#edge/confirmUnload';

it('[FORM3] the browser asks before the page is closed, while something is unsaved only', () => {
  const page = new EventTarget();
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const ask = confirmUnload(page);
  expect(isAsked()).toBe(false);
  ask(true);
  expect(isAsked()).toBe(true);
  ask(false);
  expect(isAsked()).toBe(false);
});
