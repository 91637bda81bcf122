import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size;

/** Where a file stands among those of its project, from 0 to 1, large ones first. */
function placeOf(file: TestSpecification, files: readonly TestSpecification[]): number {
  const own = files.filter(({ project }) => project.name === file.project.name).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return (own.indexOf(file) + 0.5) / own.length;
}

/**
 * The order of test files: groups one after the other; in a group the projects side by side, large files first. Tests of the server wait much and
 * those of the browser draw much: beside its own kind each would leave the machine idle, or take it from itself.
 */
export class SideBySide implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const placed = files.map((file) => ({ file, group: groupOf(file), place: placeOf(file, files) }));
    return placed.toSorted((one, other) => one.group - other.group || one.place - other.place).map(({ file }) => file);
  }
}
