import { decodeComponent } from '@lectern/std/decode-component';
import type { ImportFiles } from '../../../imported-content.ts';
import {
  folderOf,
  isExternal,
  joinPath,
  splitTarget,
  trimSlashes,
  withoutTrailingSlashes,
} from '../paths.ts';

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
  /** Addresses of the whole site: `https://docs.example.com/base`. */
  siteUrls?: readonly string[];
  /** The path of the site on its host: `/base/`. Targets may begin with it. */
  base?: string | undefined;
  /** Prefixes of imports and targets that mean a folder: `@site/` → ``. */
  prefixes?: ReadonlyMap<string, string>;
}

/** Routes are compared without the file extension, `/index` and slash at their end. */
const normalizeRoute = (route: string): string => {
  const clean = withoutTrailingSlashes(`/${route}`.replace(/\/{2,}/g, '/'))
    .replace(/\.(?:html|mdx?)$/, '')
    .replace(/\/index$/, '');
  return clean.toLowerCase() || '/';
};

const withoutScheme = (url: string): string =>
  url.replace(/^(?:https?:)?\/\/([^/?#]*)/i, (_match, host: string) => `//${host.toLowerCase()}`);

/** Whether a path is the other one or is below it. */
const startsWithPath = (path: string, start: string): boolean =>
  path.startsWith(start) && /^(?:[/?#]|$)/.test(path.slice(start.length, start.length + 1));

const cutPath = (path: string, start: string): string => {
  const rest = path.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
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

  const siteUrls = (roots.siteUrls ?? []).map((url) => withoutTrailingSlashes(withoutScheme(url)));
  const base = withoutTrailingSlashes(`/${trimSlashes(roots.base ?? '')}`);

  /** The path on the site, without its base; undefined for an address of another site. */
  const withoutSiteUrl = (target: string): string | undefined => {
    const address = withoutScheme(target);
    for (const url of siteUrls) if (url !== '' && startsWithPath(address, url)) return cutPath(address, url);
    return undefined;
  };

  /** Generators add the base to a target that lacks it, so that both forms name the same page. */
  const findRooted = (path: string): string | undefined => {
    const found = base !== '' && startsWithPath(path, base) ? findAbsolute(cutPath(path, base)) : undefined;
    return found ?? findAbsolute(path);
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
      const written = target.replace(/^pathname:\/\//, '');
      const local = isExternal(written) ? withoutSiteUrl(written) : written;
      if (local === undefined) return undefined;
      const { path, anchor } = splitTarget(local);
      if (path === '') return undefined;
      const decoded = decodeComponent(path);
      const found =
        findPrefixed(decoded) ??
        (!decoded.startsWith('/')
          ? findRelative(decoded, from)
          : local === written
            ? findRooted(decoded)
            : findAbsolute(decoded));
      return found === undefined ? undefined : `/${found}${anchor}`;
    },
  };
}
