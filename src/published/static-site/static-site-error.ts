/** Why a site is not built, in words for whoever asked for it. */
export class StaticSiteError extends Error {
  override readonly name = 'StaticSiteError';
}
