import { useQuery } from '@tanstack/react-query';
import { type Collection, collectionsQuery, organizationsQuery } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { nameOf } from './current.ts';
import { Dialog, DialogForm } from './dialog.tsx';
import styles from './move-dialog.module.css';
import { moveInto, type PlaceItem } from './place-moves.ts';

const TOP = 'top';

/** Asks for the collection to move a space or collection to. */
export function MoveDialog({ place, onClose }: { place: PlaceItem; onClose: () => void }) {
  const { organization: organizationId, parent } = place.one;
  const title = nameOf(place.one.title, t('untitled'));
  const { data: collections = [] } = useQuery(collectionsQuery(organizationId));
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const organization = organizations.find(({ id }) => id === organizationId);
  const targets = listTargets(collections, place.kind === 'collection' ? place.one.id : undefined);
  const move = async (fields: FormData): Promise<void> => {
    const chosen = String(fields.get('parent') ?? '');
    const to = chosen === TOP ? undefined : chosen;
    const target = to === undefined ? organization : collections.find(({ id }) => id === to);
    if (chosen !== '' && to !== parent) await moveInto(place, to, nameOf(target?.title, t('untitled')));
    onClose();
  };
  return (
    <Dialog title={t('moveTitle', { title })} onClose={onClose}>
      <DialogForm submit={t('move')} onSubmit={move} onClose={onClose}>
        <fieldset className={styles.targets}>
          <legend>{t('moveWhere')}</legend>
          <Target
            value={TOP}
            name={nameOf(organization?.title, t('untitled'))}
            level={0}
            isHere={parent === undefined}
            mayMove={organization?.permissions.createContent ?? false}
          />
          {targets.map(({ collection, level }) => (
            <Target
              key={collection.id}
              value={collection.id}
              name={nameOf(collection.title, t('untitled'))}
              level={level}
              isHere={collection.id === parent}
              mayMove={collection.permissions.create}
            />
          ))}
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}

function Target({
  value,
  name,
  level,
  isHere,
  mayMove,
}: {
  value: string;
  name: string;
  level: number;
  isHere: boolean;
  mayMove: boolean;
}) {
  return (
    <label className={styles.target} style={{ paddingInlineStart: `${level * 1.25 + 0.5}rem` }}>
      <input
        type="radio"
        name="parent"
        value={value}
        defaultChecked={isHere}
        disabled={!mayMove && !isHere}
        // biome-ignore lint/a11y/noAutofocus: the dialog begins where the place is.
        autoFocus={isHere}
      />
      <span>{name}</span>
      {isHere && <small>{t('moveHere')}</small>}
    </label>
  );
}

/** All collections in tree order, except `without` and its descendants. */
function listTargets(
  collections: readonly Collection[],
  without: string | undefined,
): { collection: Collection; level: number }[] {
  const known = new Set(collections.map(({ id }) => id));
  const list = (parent: string | undefined, level: number): { collection: Collection; level: number }[] =>
    collections
      .filter(({ id, parent: own }) => {
        const shownIn = own !== undefined && known.has(own) ? own : undefined;
        return shownIn === parent && id !== without;
      })
      .flatMap((collection) => [{ collection, level }, ...list(collection.id, level + 1)]);
  return list(undefined, 1);
}
