import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Collection,
  collectionQuery,
  queries,
  type Site,
  type Space,
  sessionQuery,
  spaceQuery,
} from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { nameOf, useCurrent, useIds } from '../app/current.ts';
import { askFirst } from '../app/dialogs.tsx';
import { LoadingView } from '../app/loading-view.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { changeWithToast } from './change-with-toast.ts';
import styles from './people.module.css';
import { GranteeName, PeopleFinder } from './people-finder.tsx';
import { Person } from './person.tsx';
import {
  type AccessPlace,
  accessOfPersonQuery,
  type DefaultLevel,
  type Granted,
  type Grantee,
  giveRole,
  grantedQuery,
  peopleWithAccessQuery,
  removeRole,
  setDefaultLevel,
} from './place-access.ts';
import { RoleSelect } from './role-select.tsx';
import { isRole, nameOfRole, type PlaceRole, placeRoleOptions, SourceOfRole } from './roles.tsx';

interface AccessProps {
  place: AccessPlace;
  defaultLevel: DefaultLevel;
  /** Whether the place is in a collection, from which it can inherit. */
  isInCollection: boolean;
  /** Reads the place again, after its default level was changed. */
  refresh(): Promise<unknown>;
}

/** The people of a space, as a part of its settings. */
export const AccessOfSpace = ({ owner }: PartProps<Space>) => (
  <Access
    place={{ kind: 'space', id: owner.id, organizationId: owner.organization }}
    defaultLevel={owner.defaultLevel}
    isInCollection={owner.parent !== undefined}
    refresh={() => queries.invalidateQueries({ queryKey: spaceQuery(owner.id).queryKey })}
  />
);

/** The people of a site, as a part of its settings. */
export const AccessOfSite = ({ owner }: PartProps<Site>) => {
  const { organizationId = '' } = useIds();
  return (
    <Access
      place={{ kind: 'site', id: owner.id, organizationId }}
      defaultLevel={owner.defaultLevel}
      isInCollection={false}
      refresh={() =>
        queries.invalidateQueries({ queryKey: ['organization', organizationId, 'site', owner.id] })
      }
    />
  );
};

/** The people of a collection, at an address of its own. */
export function AccessOfCollection() {
  const { collectionId = '' } = useIds();
  const { data: collection, error } = useQuery(collectionQuery(collectionId));
  if (!collection) return <LoadingView error={error} title={t('access')} viewKey={collectionId} />;
  return (
    <Access
      place={{ kind: 'collection', id: collection.id, organizationId: collection.organization }}
      title={t('accessOf', { title: nameOf(collection.title, t('untitled')) })}
      defaultLevel={(collection as Collection).defaultLevel}
      isInCollection={collection.parent !== undefined}
      refresh={() => queries.invalidateQueries({ queryKey: collectionQuery(collection.id).queryKey })}
    />
  );
}

const LEADS = {
  space: 'accessLeadSpace',
  collection: 'accessLeadCollection',
  site: 'accessLeadSite',
} as const;

function Access({ title = t('access'), ...props }: AccessProps & { title?: string }) {
  const { place } = props;
  const { error } = useQuery(grantedQuery(place));
  if (error)
    return (
      <View title={title} viewKey={place.id}>
        <RouteError error={error} />
      </View>
    );
  return (
    <View title={title} viewKey={place.id} lead={t(LEADS[place.kind])}>
      <DefaultAccess {...props} />
      <DirectRoles place={place} />
      <Everybody place={place} />
    </View>
  );
}

const NOBODY = 'nobody';

function DefaultAccess({ place, defaultLevel, isInCollection, refresh }: AccessProps) {
  const apply = async (level: DefaultLevel): Promise<void> => {
    await setDefaultLevel(place, level);
    await refresh();
    showToast(t('accessDefaultSaved'));
  };
  const change = (value: string): void => {
    const level = value === NOBODY ? null : value === 'inherit' ? 'inherit' : isRole(value) ? value : null;
    if (level === null)
      askFirst(
        { title: t('accessCloseTitle'), text: t('accessCloseText'), submit: t('accessCloseSubmit') },
        () => apply(level),
      );
    else void changeWithToast(() => apply(level));
  };
  return (
    <Section title={t('accessDefault')} text={t('accessDefaultHelp')}>
      <div>
        <select
          className={styles.select}
          aria-label={t('accessDefault')}
          value={defaultLevel ?? NOBODY}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          <option value="inherit">{t(isInCollection ? 'accessInheritFrom' : 'accessInherit')}</option>
          {placeRoleOptions().map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={NOBODY}>{t('accessNobody')}</option>
        </select>
      </div>
    </Section>
  );
}

/** Who was given a role on the place itself. */
function DirectRoles({ place }: { place: AccessPlace }) {
  const { data: session } = useQuery(sessionQuery);
  const { organization } = useCurrent();
  const { data: granted } = useQuery(grantedQuery(place));
  const [role, setRole] = useState<PlaceRole>('edit');
  const mayFind = organization?.permissions.listMembers ?? false;
  const give = (grantee: Grantee, given: PlaceRole, done: string) =>
    changeWithToast(() => giveRole(place, [grantee], given), done);
  const remove = (grantee: Granted): void => {
    const { name } = grantee;
    const isOwn = grantee.kind === 'user' && grantee.id === session?.user?.id;
    askFirst(
      {
        title: t('accessRemoveTitle', { name }),
        text: t(isOwn ? 'accessRemoveOwn' : 'accessRemoveText', { name }),
        submit: t('peopleRemove'),
        isDanger: true,
      },
      async () => {
        await removeRole(place, grantee);
        showToast(t('accessRemoved', { name }));
      },
    );
  };
  return (
    <Section title={t('accessDirect')} text={t('accessDirectLead')}>
      {mayFind ? (
        <PeopleFinder
          organizationId={place.organizationId}
          label={t('peopleFind')}
          withTeams
          beside={
            <label>
              {t('roleLabel')}
              <select
                className={styles.select}
                value={role}
                onChange={({ currentTarget }) => setRole(currentTarget.value as PlaceRole)}
              >
                {placeRoleOptions().map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          }
          action={(found) => (
            <Button
              aria-label={t('accessGiveOf', { name: found.name, role: nameOfRole(role) })}
              disabled={granted?.some((one) => one.id === found.id)}
              onClick={() => void give(found, role, t('accessGiven', { name: found.name }))}
            >
              {t('peopleAdd')}
            </Button>
          )}
        />
      ) : (
        <p className={styles.note}>{t('accessGuestAdds')}</p>
      )}
      {!granted && <Loading label={t('loading')} />}
      {granted?.length === 0 && <p className={styles.note}>{t('accessDirectNone')}</p>}
      {granted && granted.length > 0 && (
        <Table
          label={t('accessDirect')}
          rows={granted}
          keyOf={({ id }) => id}
          columns={[
            { label: t('name'), cell: (one) => <GranteeName grantee={one} /> },
            {
              label: t('roleLabel'),
              cell: (one) => (
                <RoleSelect
                  name={one.name}
                  role={one.role}
                  onChange={(changed) =>
                    void give(
                      one,
                      changed,
                      t('memberRoleSaved', { name: one.name, role: nameOfRole(changed) }),
                    )
                  }
                />
              ),
            },
            {
              label: '',
              cell: (one) => (
                <div className={styles.actions}>
                  <Button aria-label={t('accessRemoveOf', { name: one.name })} onClick={() => remove(one)}>
                    {t('peopleRemove')}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** Everybody with access, and why. */
function Everybody({ place }: { place: AccessPlace }) {
  const { organizationId } = place;
  const { organization } = useCurrent();
  const [role, setRole] = useState<PlaceRole>();
  const list = useInfiniteQuery(peopleWithAccessQuery(place, role));
  const people = list.data?.pages.flatMap(({ items }) => items);
  const mayFind = organization?.permissions.listMembers ?? false;
  return (
    <Section title={t('accessEverybody')} text={t('accessEverybodyLead')}>
      {mayFind && (
        <PeopleFinder
          organizationId={organizationId}
          label={t('accessCheck')}
          action={(found) => <AccessOfPerson place={place} person={found} />}
        />
      )}
      <div className={styles.filters}>
        <label>
          {t('roleLabel')}
          <select
            value={role ?? ''}
            onChange={({ currentTarget: { value } }) => setRole(isRole(value) ? value : undefined)}
          >
            <option value="">{t('roleAny')}</option>
            {placeRoleOptions().map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!people && list.error && <RouteError error={list.error} />}
      {!people && !list.error && <Loading label={t('loading')} />}
      {people?.length === 0 && <EmptyState title={t('accessNobodyWith')} />}
      {people && people.length > 0 && (
        <>
          <p className={styles.note}>
            {t('peopleCount', { count: list.data?.pages[0]?.count ?? people.length })}
          </p>
          <Table
            label={t('accessEverybody')}
            rows={people}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t('accessPerson'),
                cell: ({ id, name, email }) => (
                  <Person name={name} detail={email}>
                    {mayFind ? (
                      <Link
                        to="/o/$organizationId/$part/$itemId"
                        params={{ organizationId, part: 'members', itemId: id }}
                      >
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </Person>
                ),
              },
              { label: t('roleLabel'), cell: ({ role: own }) => nameOfRole(own) },
              {
                label: t('accessWhy'),
                cell: ({ source }) => (
                  <SourceOfRole organizationId={organizationId} source={source} here={place.id} />
                ),
              },
            ]}
          />
          <MoreButton list={list} />
        </>
      )}
    </Section>
  );
}

/** Whether one person has access, and why. */
function AccessOfPerson({ place, person }: { place: AccessPlace; person: Grantee }) {
  const { data: access } = useQuery(accessOfPersonQuery(place, person));
  if (access === undefined) return null;
  const { name } = person;
  if (access === null) return <Badge tone="warn">{t('accessCannot', { name })}</Badge>;
  return (
    <span className={styles.name}>
      <span>{t('accessCan', { name, role: nameOfRole(access.role) })}</span>
      <small>
        <SourceOfRole organizationId={place.organizationId} source={access.source} here={place.id} />
      </small>
    </span>
  );
}
