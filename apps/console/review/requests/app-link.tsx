import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { PREFIX } from '../../api/client.ts';

/** What the service still shows itself. */
const IS_OF_SERVICE = /^\/s\/[^/]+\/change-requests\/[^/?]+(?:\?|$)/;

/** A link to a path below `/app`, as the API names it. The console opens what it has itself. */
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
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || IS_OF_SERVICE.test(path))
          return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      {children}
    </a>
  );
}
