import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../app/button.tsx';
import { SelectField, TextField } from '../forms/fields.tsx';
import { SuggestField } from '../forms/suggest-field.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import type { ContentLink, HeaderLink, LinkTarget } from './customization.ts';
import styles from './link-fields.module.css';
import { LocalizedFields, withTexts } from './localized-fields.tsx';
import { type SitePage, sitePagesQuery, siteSpacesQuery } from './site-pages.ts';
import { isAddress, type SiteTarget, useSiteTargets } from './site-targets.ts';

function useSitePages(spaceId: string | undefined): readonly SitePage[] {
  const { data } = useQuery({ ...sitePagesQuery(spaceId ?? ''), enabled: spaceId !== undefined });
  return data ?? [];
}

/** A list of items that can be moved and removed, each by buttons. */
export function ItemList<Item>({
  items,
  label,
  add,
  empty,
  nameOf,
  onChange,
  createItem,
  children,
}: {
  items: readonly Item[];
  label: string;
  /** The label of the button that adds an item. */
  add: string;
  empty?: string;
  nameOf(item: Item, at: number): string;
  onChange(items: Item[]): void;
  createItem(): Item;
  children(item: Item, change: (item: Item) => void, at: number): ReactNode;
}) {
  const move = (from: number, to: number): void => {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {items.length === 0 && empty !== undefined && <small>{empty}</small>}
      {items.map((item, at) => {
        const name = nameOf(item, at);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items have no ids, and their names change while they are typed.
          <fieldset key={at} className={styles.item}>
            <legend className="visually-hidden">{name}</legend>
            <div className={styles.bar}>
              <strong>{name}</strong>
              <IconButton
                icon="arrow-up"
                label={t('lookMoveUp', { name })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                icon="arrow-down"
                label={t('lookMoveDown', { name })}
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                icon="trash"
                label={t('lookRemoveItem', { name })}
                onClick={() => onChange(items.filter((_, other) => other !== at))}
              />
            </div>
            {children(
              item,
              (changed) => onChange(items.map((one, other) => (other === at ? changed : one))),
              at,
            )}
          </fieldset>
        );
      })}
      <Button icon="plus" className={styles.add} onClick={() => onChange([...items, createItem()])}>
        {add}
      </Button>
    </fieldset>
  );
}

const NO_TARGET: LinkTarget = { kind: 'url', url: 'https://' };

export const newLink = (): ContentLink => ({ title: '', to: NO_TARGET });

/** The site that a link is on. */
export interface LinkPlace {
  site: SiteKey;
  /** The space that the site shows first, in which typed paths are looked for. */
  spaceId: string | undefined;
  /** The languages of the site, beside its own. */
  languages: readonly string[];
}

/** Where a link leads: a page or section of the site, found by its title, or an address. */
function TargetField({
  path,
  value,
  place: { site, spaceId },
  onChange,
}: {
  /** The name of the field in errors. */
  path: string;
  value: LinkTarget | null;
  place: LinkPlace;
  onChange(value: LinkTarget): void;
}) {
  const [typed, setTyped] = useState<string>();
  const suggestions = useSiteTargets(site, typed ?? '');
  const described = useDescription(site, value, spaceId);
  const pages = useSitePages(typed?.startsWith('/') ? spaceId : undefined);
  const read = (text: string): LinkTarget | undefined => readTarget(text.trim(), pages, spaceId);
  const isWritten = isAddress(typed ?? '');
  const isInvalid = typed !== undefined && typed !== '' && isWritten && !read(typed);
  return (
    <SuggestField
      name={path}
      label={t('lookLinkTarget')}
      hint={t(isInvalid ? 'lookLinkNowhere' : 'lookLinkTargetHint')}
      list={t('redirectTargets')}
      none={isWritten ? undefined : t('redirectNoTargets')}
      value={typed ?? described}
      suggestions={typed === undefined ? undefined : suggestions}
      onType={(text) => {
        setTyped(text);
        const target = read(text);
        if (target) onChange(target);
      }}
      onChoose={(found) => {
        onChange(linkTo(found));
        setTyped(undefined);
      }}
      // A search of which nothing was chosen changes nothing.
      onLeave={() => !isInvalid && setTyped(undefined)}
    />
  );
}

/** What a link leads to, in words. */
function useDescription(site: SiteKey, target: LinkTarget | null, spaceId: string | undefined): string {
  const { data: spaces = [] } = useQuery(siteSpacesQuery(site));
  const pages = useSitePages(target?.kind === 'page' ? (target.space ?? spaceId) : undefined);
  if (target === null) return '';
  if (target.kind === 'url') return target.url;
  const title =
    target.kind === 'space'
      ? spaces.find(({ space }) => space.id === target.space)?.title
      : target.kind === 'page' && pages.find(({ id }) => id === target.page)?.title;
  return title || t('lookLinkKept');
}

function linkTo({ place }: SiteTarget): LinkTarget {
  const space = place.variant?.space.id ?? '';
  return place.kind === 'page' ? { kind: 'page', page: place.pageId, space } : { kind: 'space', space };
}

function readTarget(
  text: string,
  pages: readonly SitePage[],
  spaceId: string | undefined,
): LinkTarget | undefined {
  if (/^(?:https?:\/\/[^\s/]+|mailto:[^\s@]+@\S+)/.test(text)) return { kind: 'url', url: text };
  const path = text.replace(/^\/|\/$/g, '');
  const page = text.startsWith('/') ? pages.find((one) => one.path === path) : undefined;
  return page && spaceId !== undefined ? { kind: 'page', page: page.id, space: spaceId } : undefined;
}

/** The label and the target of a link. */
export function LinkFields({
  path,
  link,
  place,
  onChange,
}: {
  path: string;
  link: ContentLink;
  place: LinkPlace;
  onChange(link: ContentLink): void;
}) {
  return (
    <>
      <TextField
        name={`${path}.title`}
        label={t('lookLinkLabel')}
        value={link.title}
        maxLength={64}
        onChange={({ target }) => onChange({ ...link, title: target.value })}
      />
      <LocalizedFields
        name={`${path}.localizedTitle`}
        label={t('lookLinkLabel')}
        value={link.localizedTitle}
        languages={place.languages}
        maxLength={64}
        onChange={(texts) => onChange(withTexts(link, 'localizedTitle', texts))}
      />
      <TargetField
        path={`${path}.to`}
        value={link.to}
        place={place}
        onChange={(to) => onChange({ ...link, to })}
      />
    </>
  );
}

const STYLES = ['link', 'button-primary', 'button-secondary'] as const;

/** A link of the header, with the links in its menu. */
export function HeaderLinkFields({
  path,
  link,
  place,
  onChange,
}: {
  path: string;
  link: HeaderLink;
  place: LinkPlace;
  onChange(link: HeaderLink): void;
}) {
  const { condition: _condition, ...unconditional } = link;
  return (
    <>
      <TextField
        name={`${path}.title`}
        label={t('lookLinkLabel')}
        value={link.title}
        maxLength={128}
        onChange={({ target }) => onChange({ ...link, title: target.value })}
      />
      <LocalizedFields
        name={`${path}.localizedTitle`}
        label={t('lookLinkLabel')}
        value={link.localizedTitle}
        languages={place.languages}
        maxLength={128}
        onChange={(texts) => onChange(withTexts(link, 'localizedTitle', texts))}
      />
      <TargetField
        path={`${path}.to`}
        value={link.to}
        place={place}
        onChange={(to) => onChange({ ...link, to })}
      />
      {link.links.length === 0 && (
        <SelectField
          name={`${path}.style`}
          label={t('lookLinkStyle')}
          value={link.style ?? 'link'}
          options={STYLES.map((style) => [style, t(`lookLinkStyle-${style}`)])}
          onChange={({ target }) => onChange({ ...link, style: target.value as (typeof STYLES)[number] })}
        />
      )}
      <TextField
        name={`${path}.condition`}
        label={t('lookLinkCondition')}
        hint={t('lookLinkConditionHint')}
        value={link.condition ?? ''}
        spellCheck={false}
        onChange={({ target }) =>
          onChange(target.value === '' ? unconditional : { ...link, condition: target.value })
        }
      />
      <ItemList
        items={link.links}
        label={t('lookSubLinks', { name: link.title })}
        add={t('lookAddSubLink')}
        nameOf={({ title }, at) => title || t('lookLinkNumber', { number: at + 1 })}
        createItem={newLink}
        onChange={(links) => onChange({ ...link, links })}
      >
        {(one, change, at) => (
          <LinkFields path={`${path}.links.${at}`} link={one} place={place} onChange={change} />
        )}
      </ItemList>
    </>
  );
}
