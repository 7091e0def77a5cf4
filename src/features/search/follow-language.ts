import { lockIndex, lockSpaceState, storeIndex } from './search-index.repository.ts';
import type { Upkeep } from './upkeep.ts';

/** The language decides how queries are compared with the index, not what is indexed: no page is reindexed for it. */
export async function followLanguage({ transact, key }: Upkeep): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const space = await lockSpaceState(trx, key);
    const index = await lockIndex(trx, key);
    if (!space || !index) return;
    await storeIndex(trx, key.organizationId, { ...index, language: space.language }, []);
    announce({ kind: 'space', spaceId: key.spaceId });
  });
}
