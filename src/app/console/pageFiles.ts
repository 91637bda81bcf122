/** `PageFiles`, which saves, shows and reads files; the sign-in page does not need it. */

import { previewInWorker } from '#edge/mapFile/previewInWorker';
import { createSaveBlob, createSaveContent, createShowBytes } from '#edge/saveBlob';
import type { PreviewMapFile } from '#hooks/MapFileContext';
import type { SaveFile, ShowBytes } from '#ui/SaveFileContext';

interface PageFiles {
  /** Saves content that the console itself created. */
  readonly saveFile: SaveFile;
  /** Creates an object URL with which the page can show bytes, until it is released. */
  readonly showBytes: ShowBytes;
  /** Reads a map file before it is sent. */
  readonly previewMapFile: PreviewMapFile;
}

/** Creates the file functions of a page in a browser. */
export const pageFiles = (page: Window & typeof globalThis): PageFiles => ({
  saveFile: createSaveContent(createSaveBlob(page)),
  showBytes: createShowBytes(page),
  previewMapFile: previewInWorker,
});
