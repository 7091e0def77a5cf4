import type { SpaceKey } from '../../access/space-key.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import type { MovedSpace } from '../../content/revisions/moved-space.ts';
import { findEditMode, moveSpace } from '../../content/revisions/revision.repository.ts';
import { conflict } from '../../http/errors.ts';
import { updateSpaceReferences } from '../links/other-spaces/update-space-references.ts';
import { updateSearchIndex } from '../search/update-search-index.ts';
import type { RevisionLine, Step } from './revision-line.ts';

export const spaceMoved = () =>
  conflict('The content changed in the meantime: read the current revision and repeat the change.');

export const spaceLocked = () =>
  conflict('The space is locked: its content cannot be changed (editMode is “locked”).');

/** The current content of a space. Its search index and its references to other spaces follow in the same transaction. */
export const spaceLine = ({ organizationId, spaceId }: SpaceKey): RevisionLine => ({
  async advance(unit: UnitOfWork, { base, next, at, before, after, newDocuments }: Step): Promise<void> {
    const key = { organizationId, spaceId };
    if (!(await moveSpace(unit.trx, { ...key, base, next, at })))
      throw (await findEditMode(unit.trx, key)) === 'locked' ? spaceLocked() : spaceMoved();
    const moved: MovedSpace = { ...key, revisionId: next, at, before, after, newDocuments };
    await updateSearchIndex(unit, moved);
    await updateSpaceReferences(unit, moved);
    unit.announce({ kind: 'space', spaceId });
  },
});
