/** The icons of the toolbar: lines on a grid of 16, in the color of the text around them. */
const PATHS = {
  bold: 'M4.8 3h3.8a2.4 2.4 0 0 1 0 4.8H4.8zM4.8 7.8h4.4a2.6 2.6 0 0 1 0 5.2H4.8z',
  italic: 'M6.6 3h5M4.4 13h5M9.4 3 6.6 13',
  strikethrough:
    'M2.8 8h10.4M11 5.2C10.6 3.8 9.5 3 8 3 6.2 3 5 4 5 5.4c0 .9.5 1.6 1.4 2M5 10.6c.3 1.5 1.4 2.4 3 2.4 1.8 0 3.1-1 3.1-2.4 0-.5-.1-.9-.4-1.3',
  code: 'M5.2 4.6 2.2 8l3 3.4M10.8 4.6l3 3.4-3 3.4',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.7.7M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.7-.7',
  more: 'M3.6 8h.01M8 8h.01M12.4 8h.01',
  'page-link': 'M4 2.3h5.2L12.3 5.4v8.3H4zM6 9.4h3.8M8.3 7.8l1.6 1.6L8.3 11',
  grip: 'M6 3.8h.01M10 3.8h.01M6 8h.01M10 8h.01M6 12.2h.01M10 12.2h.01',
} as const;

export type ToolIcon = keyof typeof PATHS;

export const toolIcon = (name: ToolIcon): SVGSVGElement =>
  drawIcon(PATHS[name], name === 'more' || name === 'grip' ? 2.2 : 1.4);

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the path of an icon. */
export function drawIcon(path: string, width = 1.4): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  for (const [attribute, value] of Object.entries({
    width: 16,
    height: 16,
    viewBox: '0 0 16 16',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(attribute, String(value));
  return svg;
}
