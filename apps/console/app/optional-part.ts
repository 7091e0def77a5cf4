import { type ComponentType, lazy } from 'react';

/** A part that its view can do without: if it cannot be loaded, for example offline, nothing is shown in its place. */
export const optionalPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(
    (): Promise<{ default: ComponentType<Props> }> =>
      load().then(
        (part) => ({ default: part }),
        () => ({ default: () => null }),
      ),
  );
