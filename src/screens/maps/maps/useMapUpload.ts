import { getAllMaps, postMapUpload } from '#contract/map';
import { nextMapVersion } from '#domain/nextMapVersion';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#state/useAppSelector';
import { useSave } from '#state/useSave';

/** Uploads a zip as the next version of a map, or as a new map. The version follows from those that are known. Source: MAP-013, OPEN-52. */
export function useMapUpload(onSaved: () => void) {
  const maps = useAppSelector((s) => selectAnswer(s, getAllMaps))?.results;
  const { save, ...upload } = useSave(postMapUpload, { saved: 'Map is uploaded', onSaved, isSaved: ({ result }) => result });
  return {
    ...upload,
    upload: (id: string, file: File) => {
      const newest = maps?.find((map) => map.id === id)?.versions.at(-1);
      save({ params: { a: id, b: nextMapVersion(newest) }, body: { file } });
    },
  };
}
