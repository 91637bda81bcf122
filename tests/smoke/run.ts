import { firefoxMissing, openFirefox } from './firefox.ts';
import { walk } from './walk.ts';
import { openWebkit, webkitMissing } from './webkit.ts';

/** The walk in the browsers that are not Chromium; one that is not installed is skipped with a message. */
const browsers = [
  { name: 'Firefox', missing: firefoxMissing, open: openFirefox },
  { name: 'WebKit', missing: webkitMissing, open: openWebkit },
].filter(({ name }) => process.argv[2] === undefined || process.argv[2] === name);

for (const { name, missing, open } of browsers) {
  const why = missing();
  if (why === null) {
    const startedAt = Date.now();
    console.log(`${await walk(open)}, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  } else console.log(`${name}: skipped, ${why}`);
}
