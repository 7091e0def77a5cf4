import { isId } from '@lectern/std/ids';
import type { SpacePointer } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { CommandError } from './command-error.ts';

export async function findSpace({ pointers }: Pick<Context, 'pointers'>, id: string): Promise<SpacePointer> {
  const space = isId(id) ? await pointers.spaces.find(id) : undefined;
  if (!space || space.deletedAt) throw new CommandError(`There is no space with the id ${id}.`);
  return space;
}
