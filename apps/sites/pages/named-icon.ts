import type { Html } from '@lectern/html/html';
import { renderShape } from '@lectern/render/render-icon';
import type { PageData } from './page-data.ts';

/** An icon by its name; undefined if there is none of that name. */
export function renderNamedIcon(
  { icons }: Pick<PageData, 'icons'>,
  name: string | undefined,
): Html | undefined {
  const shape = name === undefined ? undefined : icons.get(name);
  return shape ? renderShape(shape) : undefined;
}
