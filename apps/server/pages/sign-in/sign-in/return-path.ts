const SOMEWHERE = 'http://somewhere.invalid';
/** The start page of the console. */
export const HOME = '/app';
/** The pages before signing in. */
const FORMS = /^\/app\/(?:sign-in|sign-out|forgot-password|reset-password)(?:\/|$)/;

/**
 * Returns the path to continue at after signing in: a path below `/app`, parsed as a browser parses it, so that no
 * spelling of another origin or another part of this one gets through. Anything else leads to `/app`.
 */
export function readReturnPath(to: string | undefined): string {
  if (to === undefined) return HOME;
  let url: URL;
  try {
    url = new URL(to, SOMEWHERE);
  } catch {
    return HOME;
  }
  const { origin, pathname, search } = url;
  const isBelow = pathname === HOME || pathname.startsWith(`${HOME}/`);
  const isForm = FORMS.test(pathname);
  return origin === SOMEWHERE && isBelow && !isForm ? pathname + search : HOME;
}
