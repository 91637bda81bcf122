import { mapOfFiles, type MapFile } from '#domain/places/mapFile';
import { invalid } from '../../platform/failure/failure.ts';

/** Reads a map from the texts of an archive and validates it with `domain/places/mapFile.ts`. Throws `invalid` with the file and the problem. */
export function readMap(archive: ReadonlyMap<string, string>): MapFile {
  const outcome = mapOfFiles(archive);
  if (!outcome.ok) throw invalid(outcome.problem);
  return outcome.map;
}
