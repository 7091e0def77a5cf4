import { decodeComponent } from '@lectern/std/decode-component';
import type { ImportFiles } from '../../../imported-content.ts';
import { folderOf, isExternal, joinPath, splitTarget, withoutTrailingSlashes } from '../paths.ts';

const PAGE_ENDINGS = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '/readme.md'];

/** Finds the files and pages that targets in a site refer to. */
export interface SiteFinder {
  /** Adds the address at which a site shows a page. */
  addRoute(route: string, path: string): void;
  routeOf(path: string): string | undefined;
  /** The path of the page at an address. */
  findRoute(route: string): string | undefined;
  /** Finds the path, from the root of the source, of the file or page that a target refers to; keeps its anchor. */
  resolve(target: string, from: string): string | undefined;
}

export interface SiteRoots {
  /** Folders whose files are at the root of the site, such as `static`. */
  publicFolders: readonly string[];
  /** The folder of the pages: targets that begin with `/` are searched for below it. */
  pagesFolder: string;
  /** Addresses of the whole site, such as `https://docs.example.com/base`. */
  siteUrls?: readonly string[];
  /** Prefixes of imports and targets that stand for a folder: `@site/` → ``. */
  prefixes?: ReadonlyMap<string, string>;
}

/** Routes are compared without the file extension, `/index` and slash at their end. */
const normalizeRoute = (route: string): string => {
  const clean = withoutTrailingSlashes(`/${route}`.replace(/\/{2,}/g, '/'))
    .replace(/\.(?:html|mdx?)$/, '')
    .replace(/\/index$/, '');
  return clean.toLowerCase() || '/';
};

export function createSiteFinder(files: ImportFiles, roots: SiteRoots): SiteFinder {
  const routes = new Map<string, string>();
  const routesByPath = new Map<string, string>();

  const findFile = (base: string): string | undefined => {
    for (const ending of PAGE_ENDINGS) if (files.has(base + ending)) return base + ending;
    const withoutHtml = base.replace(/\.html$/, '');
    return withoutHtml !== base ? findFile(withoutHtml) : undefined;
  };

  const findAbsolute = (path: string): string | undefined => {
    const route = routes.get(normalizeRoute(path));
    if (route !== undefined) return route;
    for (const folder of [roots.pagesFolder, ...roots.publicFolders, '']) {
      const joined = joinPath(folder, path);
      const found = joined === undefined ? undefined : findFile(joined);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const findRelative = (path: string, from: string): string | undefined => {
    const beside = joinPath(folderOf(from), path);
    const file = beside === undefined ? undefined : findFile(beside);
    if (file !== undefined) return file;
    const own = routesByPath.get(from);
    if (own === undefined) return undefined;
    // A browser resolves the target against the address of the page, with or without a slash at its end.
    for (const base of [folderOf(own), own]) {
      const route = joinPath(base, path);
      const found = route === undefined ? undefined : routes.get(normalizeRoute(route));
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const findPrefixed = (path: string): string | undefined => {
    for (const [prefix, folder] of roots.prefixes ?? [])
      if (path.startsWith(prefix)) return findFile(joinPath(folder, path.slice(prefix.length)) ?? '');
    return undefined;
  };

  const withoutSiteUrl = (target: string): string | undefined => {
    for (const url of roots.siteUrls ?? []) {
      const base = withoutTrailingSlashes(url);
      if (base !== '' && (target === base || target.startsWith(`${base}/`)))
        return target.slice(base.length) || '/';
    }
    return undefined;
  };

  return {
    addRoute(route, path) {
      const key = normalizeRoute(route);
      if (!routes.has(key)) routes.set(key, path);
      if (!routesByPath.has(path)) routesByPath.set(path, key);
    },
    routeOf: (path) => routesByPath.get(path),
    findRoute: (route) => routes.get(normalizeRoute(route)),
    resolve(target, from) {
      const local = isExternal(target) ? withoutSiteUrl(target) : target.replace(/^pathname:\/\//, '');
      if (local === undefined) return undefined;
      const { path, anchor } = splitTarget(local);
      if (path === '') return undefined;
      const decoded = decodeComponent(path);
      const found =
        findPrefixed(decoded) ??
        (decoded.startsWith('/') ? findAbsolute(decoded) : findRelative(decoded, from));
      return found === undefined ? undefined : `/${found}${anchor}`;
    },
  };
}
