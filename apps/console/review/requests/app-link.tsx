import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { PREFIX } from '../../api/client.ts';

/** A link to a path below `/app` that the console shows, as the API names it. */
export function AppLink({
  path,
  onFollow,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  path: string;
  /** Called when it is followed, also in another tab. */
  onFollow?: () => void;
}) {
  const router = useRouter();
  const href = `${PREFIX}/app${path}`;
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onFollow?.();
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      {children}
    </a>
  );
}
