import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { emojiOf, Icon, type IconName } from './icons.tsx';

interface DrawnIconProps {
  place: { spaceId: string };
  icon: string;
  fallback: ReactNode;
}

const DrawnIcon = lazy(
  (): Promise<{ default: ComponentType<DrawnIconProps> }> =>
    import('../page/drawn.tsx').then(
      ({ PageIcon }) => ({ default: PageIcon }),
      // A list can be used without the icons of its pages.
      () => ({ default: ({ fallback }) => fallback }),
    ),
);

interface PageSignProps {
  spaceId: string;
  icon?: string | undefined;
  emoji?: string | undefined;
  /** The icon of pages that have neither, and while theirs is not known. */
  plain?: IconName;
}

/** The emoji or the icon of a page in a list. */
export function PageSign({ spaceId, icon, emoji, plain = 'page' }: PageSignProps): ReactNode {
  const own = emojiOf(emoji);
  if (own !== undefined) return own;
  const fallback = <Icon name={plain} />;
  if (icon === undefined) return fallback;
  return (
    <Suspense fallback={fallback}>
      <DrawnIcon place={{ spaceId }} icon={icon} fallback={fallback} />
    </Suspense>
  );
}
