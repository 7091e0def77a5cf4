import { type IconName, SHAPES, strokeOf } from './shapes.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An icon for the editor, whose views are plain elements. */
export const drawIcon = (name: IconName): SVGSVGElement => drawShape(SHAPES[name], strokeOf(name));

export function drawShape(shape: string, width = strokeOf('page')): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', shape);
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
