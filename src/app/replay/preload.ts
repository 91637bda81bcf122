import { inlineIcon } from '#edge/inlineIcon';

const parts = import.meta.glob([
  '../../screens/**/*Screen.tsx',
  '../{Frame,MfaPage}.tsx',
  '../past/{PastBanner,ReportDialog,Timeline,TimeTools}.tsx',
  '../past/compare/CompareDialog.tsx',
  '../past/saveRecording.ts',
  '../../widgets/PlacesOverview.tsx',
  '../../map/geo/GeoCanvas.tsx',
  '../../map/MapView.tsx',
  '../../ui/table/VirtualBody.tsx',
]);

/** Loads the code of every screen, every font and the icon: after it a recording is shown without any request. */
export async function preloadScreens(page: Window & typeof globalThis): Promise<void> {
  await Promise.all(Object.values(parts).map((load) => load()));
  // A font that does not come is replaced by the system's; the recording is shown all the same.
  await Promise.allSettled([inlineIcon(page), ...[...page.document.fonts].map((font) => font.load())]);
}
