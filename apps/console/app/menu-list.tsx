import { useRouter } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Header } from 'react-aria-components/Header';
import { MenuItem as AriaMenuItem, Menu, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon, type IconName } from './icons.tsx';
import styles from './menu-list.module.css';

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** Its keyboard shortcut. */
  keys?: string;
  isDanger?: boolean;
  isChecked?: boolean;
  /** The path of a view of the console. */
  to?: string;
  run?: () => void;
}

/** Items that belong together. */
export interface MenuGroup {
  label?: string;
  items: MenuItem[];
}

export function MenuList({
  label,
  trigger,
  groups,
  onClose,
}: {
  label: string;
  trigger: RefObject<Element | null>;
  groups: MenuGroup[];
  onClose: () => void;
}) {
  const router = useRouter();
  const choose = ({ to, run }: MenuItem): void => {
    if (to !== undefined) void router.navigate({ to });
    run?.();
  };
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      className={styles.popover ?? ''}
    >
      <Menu aria-label={label} autoFocus="first" onClose={onClose} className={styles.menu ?? ''}>
        {groups
          .filter(({ items }) => items.length > 0)
          .map((group) => (
            <MenuSection
              key={group.label ?? group.items[0]?.label}
              className={styles.group ?? ''}
              {...(group.label === undefined ? { 'aria-label': label } : {})}
            >
              {group.label !== undefined && <Header className={styles.label ?? ''}>{group.label}</Header>}
              {group.items.map((item) => (
                <AriaMenuItem
                  key={item.label}
                  id={item.label}
                  textValue={item.label}
                  className={styles[item.isDanger ? 'danger' : 'item'] ?? ''}
                  onAction={() => choose(item)}
                >
                  <span className={styles.icon}>{item.icon && <Icon name={item.icon} />}</span>
                  <span className={styles.text}>{item.label}</span>
                  {item.isChecked && <Icon name="check" />}
                  {item.keys && <kbd>{item.keys}</kbd>}
                </AriaMenuItem>
              ))}
            </MenuSection>
          ))}
      </Menu>
    </Popover>
  );
}
