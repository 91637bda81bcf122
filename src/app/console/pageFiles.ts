/** `PageFiles`: functions that save, show and read files; the sign-in page does not need these. */

import { previewInWorker } from '#edge/mapFile/previewInWorker';
import { createSaveBlob, createSaveContent, createShowBytes } from '#edge/saveBlob';
import type { PreviewMapFile } from '#hooks/MapFileContext';
import type { SaveFile, ShowBytes } from '#ui/SaveFileContext';

interface PageFiles {
  /** Saves content that the console itself has created. */
  readonly saveFile: SaveFile;
  /** Creates an object URL with which the page can show bytes until the URL is released. */
  readonly showBytes: ShowBytes;
  /** Reads a map file and returns its preview before the file is sent. */
  readonly previewMapFile: PreviewMapFile;
}

/** Creates the file functions of a page in a browser. */
export const pageFiles = (page: Window & typeof globalThis): PageFiles => ({
  saveFile: createSaveContent(createSaveBlob(page)),
  showBytes: createShowBytes(page),
  previewMapFile: previewInWorker,
});
