import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  findSiteOfReader,
  type SiteEntrance,
} from '../../server/domains/publishing/published-content/find-site.ts';
import {
  authenticationRequired,
  membershipRequired,
  passwordRequired,
  shareLinkEnded,
  signInRequired,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { OpenSite } from '../../server/domains/publishing/site-visitors/open-site.ts';
import type { SiteReaders } from '../../server/domains/publishing/site-visitors/site-readers.ts';
import { listSiteSpaces } from '../../server/domains/publishing/sites/site-structure.ts';
import type { Context } from '../../server/platform/context.ts';
import type { ApiError } from '../../server/platform/http/errors.ts';
import { rateLimited } from '../../server/platform/http/request-errors.ts';
import { withQuery } from '../../server/platform/http/written-query.ts';
import { fillMessage, messagesOf } from '../messages/messages.ts';
import type { PageAssets } from '../pages/page-data.ts';
import { styleSource } from '../pages/theme-style.ts';
import { writePagePolicy } from '../responses/page-policy.ts';
import type { FindLook } from '../site-looks.ts';
import { titleOfSite } from '../site-title.ts';
import { signInFailed, wrongPassword } from '../visits/entry-errors.ts';
import { isPasswordPost } from '../visits/site-password.ts';
import { joinPath, readSiteRequest } from '../visits/site-request.ts';
import { type RefusalText, renderRefusal } from './refusal-page.ts';

interface RefusalParts {
  config: Pick<Context['config'], 'sitesUrl' | 'sitesSubdomains' | 'baseUrl'>;
  pointers: Context['pointers'];
  openSites: SiteReaders['openSites'];
  lookOf: FindLook;
  assets: PageAssets;
}

/** The site of a request, with what a page of it needs. */
interface RefusedRequest {
  entrance: SiteEntrance;
  host: string;
  /** The query as it was sent. */
  search: string;
}

/** Says on pages in the look and the language of a site why it does not show itself. */
export interface Refusals {
  /** Sends the page for a refusal; false, having done nothing, for errors that are no refusals by a site. */
  send(error: ApiError, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  sendFarewell(asked: RefusedRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export function createRefusals({ config, pointers, openSites, lookOf, assets }: RefusalParts): Refusals {
  const filesOrigin = new URL(config.sitesUrl).origin;

  async function findRequest(request: FastifyRequest): Promise<RefusedRequest | undefined> {
    const { host, raw, headers } = request;
    const asked = readSiteRequest({ host, url: raw.url as string, cookies: headers.cookie });
    const entrance = asked && (await findSiteOfReader(pointers, config, asked.host, asked.segments));
    return entrance && { entrance, host: asked.host, search: asked.search };
  }

  async function sendPage(
    reply: FastifyReply,
    { entrance, host }: RefusedRequest,
    write: (open: OpenSite, language: string) => RefusalText,
  ): Promise<FastifyReply> {
    const { site } = entrance;
    const open = await openSites.open(site);
    const spaces = listSiteSpaces(open.structure);
    const first = spaces.find(({ isDefault }) => isDefault) ?? spaces[0];
    const { look, customization } = await lookOf(site, first?.siteSpaceId ?? '');
    const language = first?.space.language ?? customization.internationalization.locale;
    const siteTitle = titleOfSite(site, customization, language);
    const page = renderRefusal({ ...write(open, language), siteTitle, look, language, assets });
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': writePagePolicy({
          host,
          filesOrigin,
          styleSources: [styleSource(look.theme)],
          loadsExternalPictures: false,
        }),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(Buffer.from(String(page)));
  }

  return {
    async send(error, request, reply) {
      const { method, raw } = request;
      const isPassword = method === 'POST' && isPasswordPost(raw.url);
      const isRead = method === 'GET' || method === 'HEAD';
      if (!(isRefusal(error) && (isRead || isPassword)) && !(isPassword && rateLimited.matches(error)))
        return false;
      const asked = await findRequest(request);
      if (!asked) return false;
      const entered = request.body instanceof URLSearchParams ? request.body : undefined;
      for (const name of ['etag', 'content-length', 'vary']) reply.removeHeader(name);
      await sendPage(reply.code(error.status).headers(error.headers ?? {}), asked, (_open, language) =>
        explain(error, { ...asked, baseUrl: config.baseUrl, language, location: entered?.get('location') }),
      );
      return true;
    },
    sendFarewell: (asked, reply) =>
      sendPage(reply.code(200), asked, ({ site }, language) => {
        const messages = messagesOf(language);
        const isForAccounts = site.visibility === 'members' || site.visibility === 'teams';
        const account = fillMessage(messages.signedOutAccount, { host: new URL(config.baseUrl).host });
        return {
          title: messages.signedOutTitle,
          text: isForAccounts ? `${messages.signedOutText} ${account}` : messages.signedOutText,
          ...(isForAccounts
            ? { link: { label: messages.gateSignIn, href: addressIn(asked, '~', 'sign-in') } }
            : {}),
        };
      }),
  };
}

const isRefusal = (error: ApiError): boolean =>
  [
    authenticationRequired,
    signInRequired,
    membershipRequired,
    passwordRequired,
    wrongPassword,
    signInFailed,
    shareLinkEnded,
  ].some((one) => one.matches(error));

const addressIn = ({ entrance }: RefusedRequest, ...segments: string[]): string =>
  joinPath([...entrance.base, ...segments], false);

function explain(
  error: ApiError,
  asked: RefusedRequest & { baseUrl: string; language: string; location: string | null | undefined },
): RefusalText {
  const messages = messagesOf(asked.language);
  const signInHref = withQuery(
    addressIn(asked, '~', 'sign-in'),
    new URLSearchParams({ location: findLocation(asked) }),
  );
  if (shareLinkEnded.matches(error)) return { title: messages.gateLinkTitle, text: messages.gateLinkText };
  if (authenticationRequired.matches(error))
    return { title: messages.gateSignInTitle, text: messages.gateVisitorText };
  if (signInRequired.matches(error))
    return {
      title: messages.gateSignInTitle,
      text: messages.gateSignInText,
      link: { label: messages.gateSignIn, href: signInHref },
    };
  if (signInFailed.matches(error))
    return {
      title: messages.gateFailedTitle,
      text: messages.gateFailedText,
      link: { label: messages.gateTryAgain, href: signInHref },
    };
  if (membershipRequired.matches(error)) {
    const { siteId } = asked.entrance.site;
    const back = withQuery(`/app/enter/${siteId}`, new URLSearchParams({ location: findLocation(asked) }));
    return {
      title: messages.gateMembershipTitle,
      text: messages.gateMembershipText,
      link: {
        label: messages.gateOtherAccount,
        href: `${asked.baseUrl}/app/sign-in?${new URLSearchParams({ to: back })}`,
      },
    };
  }
  return {
    title: messages.gatePasswordTitle,
    form: {
      action: addressIn(asked, '~', 'password'),
      location: findLocation(asked),
      label: messages.gatePasswordLabel,
      button: messages.gatePasswordOpen,
      problem: findProblem(error, messages),
    },
  };
}

function findProblem(error: ApiError, messages: ReturnType<typeof messagesOf>): string | undefined {
  const seconds = Number(error.headers?.['retry-after'] ?? 60);
  if (wrongPassword.matches(error)) return messages.gatePasswordWrong;
  if (!rateLimited.matches(error)) return undefined;
  return fillMessage(messages.gateTooManyAttempts, { minutes: String(Math.ceil(seconds / 60)) });
}

/** The address within the site that was wanted: the one asked for, or what it says where it is one for signing in. */
function findLocation({
  entrance,
  search,
  location,
}: Pick<RefusedRequest, 'entrance' | 'search'> & { location: string | null | undefined }): string {
  const [mark] = entrance.rest;
  if (mark === '~') return location ?? new URLSearchParams(`?${search}`).get('location') ?? '/';
  return withQuery(joinPath(entrance.rest, false), search);
}
