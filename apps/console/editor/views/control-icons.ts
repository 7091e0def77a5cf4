import { drawIcon } from '../icons.ts';

/** The icons of the controls in blocks. */
const PATHS = {
  options:
    'M2.5 4.5h5.2M11.3 4.5h2.2M9.5 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM2.5 11.5h2.2M8.3 11.5h5.2M6.5 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  close: 'M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6',
  edit: 'M3 13l.6-2.9 6.9-6.9 2.3 2.3-6.9 6.9zM9.3 4.4l2.3 2.3',
  open: 'M6 4H3.5v8.5H12V10M8.5 3.5h4v4M12.2 3.8 7.4 8.6',
  picture: 'M2.5 3.2h11v9.6h-11zM2.8 11.4 6 8.2l2.3 2.2 1.8-1.7 3.2 3M10.4 6.3h.01',
  up: 'M8 13V3.4M4.4 7 8 3.4 11.6 7',
  down: 'M8 3v9.6M4.4 9 8 12.6 11.6 9',
  left: 'M13 8H3.4M7 4.4 3.4 8 7 11.6',
  right: 'M3 8h9.6M9 4.4 12.6 8 9 11.6',
  caption: 'M2.5 3h11v6.4h-11zM4.5 11.4h7M5.8 13.4h4.4',
  replace: 'M13 6.4A5.3 5.3 0 0 0 3.4 5M3 2.6V5.2h2.6M3 9.6A5.3 5.3 0 0 0 12.6 11M13 13.4v-2.6h-2.6',
  dark: 'M12.9 9.6A5.4 5.4 0 0 1 6.4 3.1a5.4 5.4 0 1 0 6.5 6.5z',
  light:
    'M8 10.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1',
  unfold: 'M4.5 6.3 8 9.8l3.5-3.5',
} as const;

export const controlIcon = (name: keyof typeof PATHS): SVGSVGElement => drawIcon(PATHS[name]);
