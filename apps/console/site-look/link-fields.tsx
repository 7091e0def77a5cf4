import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from '../app/button.tsx';
import { SelectField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { ContentLink, HeaderLink, LinkTarget } from './customization.ts';
import styles from './link-fields.module.css';
import { type SitePage, sitePagesQuery } from './site-pages.ts';

const MAX_SUGGESTED = 500;

/** The pages to which links can lead: of the space that the site shows first. */
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

/** Where a link leads: an address, or a page of the site by its path. */
function TargetField({
  path,
  value,
  spaceId,
  onChange,
}: {
  /** The name of the field in errors. */
  path: string;
  value: LinkTarget | null;
  spaceId: string | undefined;
  onChange(value: LinkTarget): void;
}) {
  const list = useId();
  const pages = useSitePages(spaceId);
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? describe(value, pages);
  const type = (text: string): void => {
    const target = readTarget(text.trim(), pages, spaceId);
    setTyped(text);
    if (target) onChange(target);
  };
  const isInvalid = typed !== undefined && !readTarget(typed.trim(), pages, spaceId);
  return (
    <>
      <TextField
        name={path}
        label={t('lookLinkTarget')}
        hint={isInvalid && typed !== '' ? t('lookLinkNowhere') : t('lookLinkTargetHint')}
        list={list}
        value={shown}
        onChange={({ target }) => type(target.value)}
        onBlur={() => !isInvalid && setTyped(undefined)}
      />
      <datalist id={list}>
        {pages.slice(0, MAX_SUGGESTED).map((page) => (
          <option key={page.id} value={`/${page.path}`}>
            {page.title}
          </option>
        ))}
      </datalist>
    </>
  );
}

function describe(target: LinkTarget | null, pages: readonly SitePage[]): string {
  if (target === null) return '';
  if (target.kind === 'url') return target.url;
  const page = target.kind === 'page' && pages.find(({ id }) => id === target.page);
  return page ? `/${page.path}` : t('lookLinkKept');
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
  spaceId,
  onChange,
}: {
  path: string;
  link: ContentLink;
  spaceId: string | undefined;
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
      <TargetField
        path={`${path}.to`}
        value={link.to}
        spaceId={spaceId}
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
  spaceId,
  onChange,
}: {
  path: string;
  link: HeaderLink;
  spaceId: string | undefined;
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
      <TargetField
        path={`${path}.to`}
        value={link.to}
        spaceId={spaceId}
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
          <LinkFields path={`${path}.links.${at}`} link={one} spaceId={spaceId} onChange={change} />
        )}
      </ItemList>
    </>
  );
}
