import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icons.tsx';
import type { MenuGroup, MenuItem } from './menu-list.tsx';

export type { MenuGroup, MenuItem };

const loadMenu = () => import('./menu-list.tsx');
const MenuList = lazy(async () => ({ default: (await loadMenu()).MenuList }));

/** Preloads the chunk of menus, so that the first menu opens at once. */
export const preloadMenus = (): void => void loadMenu();

/** A button that opens a menu. `groups` is called when it opens. */
export function MenuButton({
  label,
  groups,
  icon = 'more',
  children,
  className = styles.icon,
  ...rest
}: {
  label: string;
  groups: () => MenuGroup[];
  icon?: IconName;
  children?: ReactNode;
  className?: string | undefined;
  tabIndex?: number;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        ref={trigger}
        {...rest}
        className={className}
        aria-label={children ? undefined : label}
        title={children ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preloadMenus}
        onFocus={preloadMenus}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children ? (
          <>
            <span className="visually-hidden">{label}</span>
            <span aria-hidden="true" style={{ display: 'contents' }}>
              {children}
            </span>
          </>
        ) : (
          <Icon name={icon} />
        )}
      </button>
      {isOpen && (
        <OpenMenu label={label} trigger={trigger} groups={groups()} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Opens a menu beside an element. */
export function OpenMenu(props: {
  label: string;
  trigger: RefObject<Element | null>;
  groups: MenuGroup[];
  onClose: () => void;
}) {
  return (
    <Suspense>
      <MenuList {...props} />
    </Suspense>
  );
}
