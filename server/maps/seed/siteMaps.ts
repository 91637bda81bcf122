/** The demo's maps of a location: plan shape and site versions of nine parts, newest first. */

import type { DemoSite } from '../../locations/seed/places.ts';
import { planShapes, type SiteShape } from '../../simulator/company/planShape.ts';

/** A map of a greenhouse: its plan's shape and its site versions of nine parts, newest first. */
export interface DemoMap {
  readonly id: string;
  readonly name: string;
  readonly greenhouse_type: string;
  readonly greenhouse_id: string;
  readonly shape: SiteShape;
  readonly versions: readonly string[];
}

/** Returns the maps of a location: one per greenhouse. */
export const demoMaps = ({ slug, name, shapes, release }: DemoSite): readonly DemoMap[] =>
  shapes.map((shapeName, index): DemoMap => {
    const shape = planShapes[shapeName];
    return {
      id: `${slug}-${index + 1}`,
      name: `${name} ${index + 1}`,
      greenhouse_type: shape.walkway === 'head' ? 'Head walkway' : 'Middle walkway',
      greenhouse_id: `gh-${slug}-${index + 1}`,
      shape,
      versions: [release, ...earlier(release)].map(siteVersion),
    };
  });

/** Returns two earlier releases: 3.4.1 and 3.3.0 for 3.4.2. */
function earlier(release: string): readonly string[] {
  const [major = 2, minor = 1, patch = 1] = release.split('.').map(Number);
  return [`${major}.${minor}.${Math.max(0, patch - 1)}`, `${major}.${Math.max(0, minor - 1)}.0`].filter((other) => other !== release);
}

/** Returns a site version of nine parts: site, map, CO, gutter, obstacle, SE, TO, UV and VE layer. */
function siteVersion(release: string): string {
  const [major = 2, minor = 1] = release.split('.').map(Number);
  return [release, release, '1.0.0', `${major}.${minor}.0`, `${major}.0.${minor}`, '1.0.0', '1.0.2', `1.${minor}.0`, '1.0.0'].join('#');
}
