import { encode } from 'uqr';

/** Light modules around the code, as its standard wants them. */
const BORDER = 4;

export interface QrCode {
  /** Modules to a side, the border included. */
  size: number;
  /** The dark modules, as the outline of an SVG path. */
  path: string;
}

export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}

/** A separate picture, dark on white whatever the page looks like, as cameras need it. */
export function renderQrCode(text: string): string {
  const { size, path } = drawQrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
