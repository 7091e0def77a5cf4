/** Why a site is not built, in words for the person who runs the command. */
export class StaticSiteError extends Error {
  override readonly name = 'StaticSiteError';
}
