import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Icon } from '../app/icons.tsx';
import { NotFound } from '../app/not-found.tsx';
import { usePart } from '../app/use-part.ts';
import { EmptyState, Loading, View } from '../app/view.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './area.module.css';
import type { AreaPart, AreaParts } from './area-part.ts';

interface AreaProps<Owner> {
  parts: AreaParts<Owner>;
  owner: Owner;
  /** The part that is open, by its name; undefined for the first one that is offered. */
  name: string | undefined;
  itemId?: string | undefined;
  /** The accessible name of the navigation. */
  label: string;
  /** Shown above the navigation, for example the name of a site. */
  head?: ReactNode;
  /** Draws a link to a part. */
  link(name: string, content: ReactNode, className: string): ReactNode;
}

/** The layout of everything that is administered: the navigation between its parts, and the one that is open. */
export function Area<Owner>({ parts, owner, name, itemId, label, head, link }: AreaProps<Owner>) {
  const offered = Object.entries(parts).filter(([, part]) => part.isOffered(owner));
  const opened = name ?? offered[0]?.[0];
  const part = opened === undefined ? undefined : parts[opened];
  const nav = useRef<HTMLDivElement>(null);
  useCurrentInView(nav, opened);
  return (
    <div className={styles.area}>
      <div className={styles.columns}>
        <nav aria-label={label} className={styles.side}>
          {head}
          <div ref={nav} className={styles.nav}>
            {groupsOf(offered).map(([group, members]) => (
              <Group key={group ?? ''} label={group}>
                {members.map(([one, { label: text, icon }]) => (
                  <li key={one} data-current={one === opened}>
                    {link(
                      one,
                      <>
                        <Icon name={icon} />
                        <span>{t(text)}</span>
                      </>,
                      styles.link ?? '',
                    )}
                  </li>
                ))}
              </Group>
            ))}
          </div>
        </nav>
        <div className={styles.part}>
          {part && opened !== undefined && itemId !== undefined && !part.hasTabs && (
            <nav aria-label={t(part.label)} className={styles.back}>
              {link(
                opened,
                <>
                  <Icon name="arrow-left" />
                  <span>{t(part.label)}</span>
                </>,
                '',
              )}
            </nav>
          )}
          {part === undefined ? (
            <NotFound />
          ) : part.isOffered(owner) ? (
            <Part key={`${opened} ${itemId}`} part={part} owner={owner} itemId={itemId} />
          ) : (
            <View title={t(part.label)}>
              <EmptyState title={t('partRefused')} text={t('partRefusedHelp')} />
            </View>
          )}
        </div>
      </div>
    </div>
  );
}

/** Scrolls the navigation to the current part, where it is a row that is wider than the screen. */
function useCurrentInView(nav: RefObject<HTMLDivElement | null>, opened: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is at another place.
  useEffect(() => {
    const row = nav.current;
    const current = row?.querySelector<HTMLElement>('[data-current="true"]');
    if (!row || !current || row.scrollWidth <= row.clientWidth) return;
    const [outer, inner] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [opened]);
}

function Part<Owner>({
  part,
  owner,
  itemId,
}: {
  part: AreaPart<Owner>;
  owner: Owner;
  itemId: string | undefined;
}) {
  const Shown = usePart(part.view);
  if (Shown) return <Shown owner={owner} itemId={itemId} />;
  return (
    <View title={t(part.label)}>
      <Loading label={t('loading')} />
    </View>
  );
}

function Group({ label, children }: { label: keyof Messages | undefined; children: ReactNode }) {
  const id = useId();
  if (label === undefined) return <ul>{children}</ul>;
  return (
    <>
      <p id={id} className={styles.group}>
        {t(label)}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  );
}

type Entry<Owner> = [name: string, part: AreaPart<Owner>];

/** The parts under their headings, in the order of the table. */
function groupsOf<Owner>(entries: readonly Entry<Owner>[]): [keyof Messages | undefined, Entry<Owner>[]][] {
  const groups = new Map<keyof Messages | undefined, Entry<Owner>[]>();
  for (const entry of entries) {
    const members = groups.get(entry[1].group) ?? [];
    members.push(entry);
    groups.set(entry[1].group, members);
  }
  return [...groups];
}
