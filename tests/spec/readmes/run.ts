import { writeFileSync } from 'node:fs';
import { absolute, readmes, writtenReadmes } from './sources.ts';

/** `npm run readmes`: writes the file tables of the READMEs from the docstrings of the files. */

for (const [folder, readme] of writtenReadmes()) {
  if (readme === readmes.get(folder)) continue;
  writeFileSync(absolute(`${folder}/README.md`), readme);
  console.log(`${folder}/README.md`);
}
