import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size;

/** Where a file stands among those of its project, from 0 to 1, large ones first. */
function placeOf(file: TestSpecification, files: readonly TestSpecification[]): number {
  const own = files.filter(({ project }) => project.name === file.project.name).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return (own.indexOf(file) + 0.5) / own.length;
}

/** Files that share a process stay with those of their project: another project needs another process. */
const keptWith = ({ project }: TestSpecification) => (project.config.isolate ? '' : project.name);

/**
 * The order of test files: groups one after the other; in a group the projects side by side, large files first. Tests of the server wait much and
 * those of the browser draw much: beside its own kind each would leave the machine idle, or take it from itself.
 */
export class SideBySide implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const placed = files.map((file) => ({ file, group: groupOf(file), kept: keptWith(file), place: placeOf(file, files) }));
    const order = (one: (typeof placed)[number], other: (typeof placed)[number]) =>
      one.group - other.group || one.kept.localeCompare(other.kept) || one.place - other.place;
    return placed.toSorted(order).map(({ file }) => file);
  }
}
