import { type Html, html } from '@lectern/html/html';
import { classes, colorClass } from './classes.ts';
import type { IconShape } from './pieces.ts';
import type { Rendering } from './rendering.ts';

/** An icon by its name; undefined if there is none of that name. */
export function renderIcon(
  { pieces }: Pick<Rendering, 'pieces'>,
  icon: string | undefined,
  color?: string,
): Html | undefined {
  const shape = icon === undefined ? undefined : pieces.icons.get(icon);
  return shape ? renderShape(shape, color) : undefined;
}

/** An icon that was drawn. It says nothing that the text beside it does not. */
export const renderShape = ({ width, height, path }: IconShape, color?: string): Html =>
  html`<svg${classes('icon', colorClass('c', color))} viewBox="0 0 ${width} ${height}" width="16" height="16" fill="currentColor" aria-hidden="true"><path d="${path}"/></svg>`;
