import { mapColours as colours, type ColorMode } from '#ui/mapColours';
import { palette, type Tone } from '#ui/palette';
import { rgb, type Rgb } from './rgb.ts';

/** The state of a lane's job in a treatment. */
export type JobTone = 'queued' | 'failed' | 'recovered' | 'completed' | 'none';

/** The colours of a plan as plain data, which are passed to the layers because layers cannot read the theme. */
export interface MapStyle {
  readonly mode: ColorMode;
  readonly ground: Rgb;
  readonly site: Rgb;
  readonly lane: Rgb;
  readonly walkway: Rgb;
  readonly gutter: Rgb;
  readonly obstacle: Rgb;
  readonly node: Rgb;
  readonly device: Rgb;
  readonly label: Rgb;
  readonly trail: Rgb;
  readonly chosen: Rgb;
  readonly queuedLine: Rgb;
  readonly jobs: Readonly<Record<JobTone, Rgb>>;
  readonly tones: Readonly<Record<Tone, Rgb>>;
  /** From low to high: green to red with monotonic lightness, so the scale is readable in greyscale. */
  readonly scale: readonly Rgb[];
}

function lookOf(mode: ColorMode): MapStyle {
  const { jobs, status, incidents, ...ground } = colours[mode];
  const fromPalette = (name: 'border' | 'accent.solid') => rgb(palette[name][mode === 'light' ? 0 : 1]);
  return {
    mode,
    ground: rgb(ground.ground),
    site: fromPalette('border'),
    lane: rgb(ground.lane),
    walkway: rgb(ground.walkway),
    gutter: rgb(ground.gutter),
    obstacle: rgb(ground.obstacle),
    node: rgb(ground.node),
    device: rgb(ground.device),
    label: rgb(ground.label),
    trail: rgb(ground.trail),
    chosen: fromPalette('accent.solid'),
    queuedLine: rgb(jobs.queuedLine),
    jobs: {
      queued: rgb(jobs.queued),
      failed: rgb(jobs.failed),
      recovered: rgb(jobs.recovered),
      completed: rgb(jobs.completed),
      none: rgb(jobs.none),
    },
    tones: {
      online: rgb(status.online),
      treating: rgb(status.treating),
      error: rgb(status.error),
      warning: rgb(status.warning),
      charging: rgb(status.charging),
      idle: rgb(status.idle),
      offline: rgb(status.offline),
    },
    scale: incidents.map(rgb),
  };
}

const looks = { light: lookOf('light'), dark: lookOf('dark') };

/** Returns the colours of a plan (`MapStyle`) in a colour mode, as numbers; always the same object, so unchanged colours cause no redraw. */
export const mapStyle = (mode: ColorMode): MapStyle => looks[mode];

/** Returns the colour of a share 0..1 on the scale from green to red. */
export function scaleColour(style: MapStyle, share: number): Rgb {
  const last = style.scale.length - 1;
  return style.scale[Math.min(last, Math.max(0, Math.floor(share * style.scale.length)))] ?? style.jobs.none;
}
