export type ColorMode = 'light' | 'dark';

const light = {
  sea: '#DFE8E8',
  ground: '#EEF1E9',
  lane: '#DDE3D7',
  walkway: '#D6D3C8',
  gutter: '#A9C392',
  obstacle: '#8A6A52',
  node: '#59645C',
  device: '#18201B',
  label: '#3F4A43',
  trail: '#5B43B5',
  incidents: ['#B4DBA6', '#C0BC50', '#CF9230', '#C25F26', '#9C1D15'],
  jobs: { queued: '#E2BC1F', queuedLine: '#8F7200', failed: '#B3261B', recovered: '#8C8C33', completed: '#248549', none: '#BBC3B9' },
  status: {
    online: '#12876C',
    treating: '#6F56CC',
    error: '#CB3527',
    warning: '#B8730A',
    charging: '#2277B8',
    idle: '#58635B',
    offline: '#59645C',
  },
};

/** The colours of maps as hex: drawings on a canvas cannot read CSS colour tokens. */
export type MapColours = typeof light;

const dark: MapColours = {
  sea: '#0E1618',
  ground: '#0F1411',
  lane: '#232B25',
  walkway: '#2E2F2B',
  gutter: '#35502B',
  obstacle: '#A98A72',
  node: '#9AA69D',
  device: '#F2F6F0',
  label: '#B9C3BB',
  trail: '#B3A2F5',
  incidents: ['#2C5536', '#5F7030', '#9A8030', '#DB8A3C', '#FF9080'],
  jobs: { queued: '#E6C94B', queuedLine: '#E6C94B', failed: '#FF7F70', recovered: '#96953F', completed: '#2B7C4A', none: '#465048' },
  status: {
    online: '#3FB391',
    treating: '#9985EE',
    error: '#F0604F',
    warning: '#D99A2B',
    charging: '#6CBDEC',
    idle: '#7A857D',
    offline: '#99A59C',
  },
};

export const mapColours: Readonly<Record<ColorMode, MapColours>> = { light, dark };
