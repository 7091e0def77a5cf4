import { lockIndex, lockSpaceState, storeIndex } from './search-index.repository.ts';
import type { Upkeep } from './upkeep.ts';

/** Updates the language of an index, which affects only how queries are matched, so no page is indexed again. */
export async function followLanguage({ transact, key }: Upkeep): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const space = await lockSpaceState(trx, key);
    const index = await lockIndex(trx, key);
    if (!space || !index) return;
    await storeIndex(trx, key.organizationId, { ...index, language: space.language }, []);
    announce({ kind: 'space', spaceId: key.spaceId });
  });
}
