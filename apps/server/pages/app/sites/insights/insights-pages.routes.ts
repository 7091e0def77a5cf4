import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { html } from '@lectern/html/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerParts, AskedByOrganizations } from '../../../../domains/insights/answers/answer.ts';
import { readQuestion } from '../../../../domains/insights/answers/question.ts';
import { getsWeeklyMail, setWeeklyMail } from '../../../../domains/insights/weekly/weekly-mail.service.ts';
import { createRedirect } from '../../../../domains/publishing/site-redirects/redirects.service.ts';
import { withoutDeletedSpaces } from '../../../../domains/publishing/sites/site-structure.ts';
import { SiteParams } from '../../../../domains/publishing/sites/sites.schemas.ts';
import { loadStructure } from '../../../../domains/publishing/sites/structure.queries.ts';
import { grantedSite, grantedTo, grantedUser } from '../../../../platform/access/authorize.ts';
import { mayDo } from '../../../../platform/access/may-do.ts';
import { FormBody } from '../../../parts/form/form-body.ts';
import { handleForm } from '../../../parts/form/handle-form.ts';
import type { Refused } from '../../../parts/form/refused.ts';
import { sendFormPage } from '../../../parts/form/send-form-page.ts';
import { useForms } from '../../../parts/forms.ts';
import { nameOf } from '../../../parts/name.ts';
import type { PeoplePages } from '../../../parts/people-pages.ts';
import { frameInOrganization } from '../../organization-frame.ts';
import { readAgentsPart } from './agents-part.ts';
import {
  type InsightsAddress,
  InsightsQuery,
  readInput,
  renderFilter,
  writeAddress,
} from './insights-filter.ts';
import type { ReadPart } from './insights-parts.ts';
import { readPagesPart } from './pages-part.ts';
import { readProblemsPart } from './problems-part.ts';
import { readSearchesPart } from './searches-part.ts';
import { readTrafficPart } from './traffic-part.ts';
import { renderWeeklyMail } from './weekly-mail-form.ts';

/** The name of a part in the address, and what it shows. */
const PARTS: readonly (readonly [name: string, title: string, read: ReadPart])[] = [
  ['', 'Traffic', readTrafficPart],
  ['pages', 'Pages', readPagesPart],
  ['searches', 'Searches', readSearchesPart],
  ['problems', 'Problems', readProblemsPart],
  ['agents', 'Agents', readAgentsPart],
];

const HERE = '/o/:organizationId/sites/:siteId/insights';

/** The pages of what readers of a site do. */
export const insightsPageRoutes =
  (
    { context, addresses, readToken }: PeoplePages,
    parts: AnswerParts & AskedByOrganizations,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, clock, readQuota } = context;
    useForms(app);

    const addressOf = (request: FastifyRequest, name: string): string => {
      const { organizationId, siteId } = grantedSite(request);
      const below = name === '' ? [] : [name];
      return addresses.inOrganization(organizationId, 'sites', siteId, 'insights', ...below);
    };

    async function show(request: FastifyRequest, reply: FastifyReply, name: string, refused?: Refused) {
      const site = grantedSite(request);
      const address = request.query as InsightsAddress;
      const [, title, read] = PARTS.find(([part]) => part === name) as (typeof PARTS)[number];
      const input = readInput(address);
      const granted = grantedTo(request);
      const question = readQuestion({ site, actor: granted.actor }, input, clock());
      const structure = withoutDeletedSpaces(await loadStructure(db, site));
      const isEditable = mayDo(granted, 'site:edit');
      const inquiry = { parts, question, input, address, addresses, isEditable };
      const render = await readQuota.measure(request, () =>
        parts.takeTurn(site.organizationId, () => read(inquiry)),
      );
      const getsMail =
        name === '' && context.config.smtpUrl !== undefined && mayDo(granted, 'site:follow-insights');
      const weekly = getsMail && {
        action: addressOf(request, 'weekly-mail'),
        isOn: await getsWeeklyMail(context, site, grantedUser(request)),
      };
      const { organizationId } = site;
      const { crumbs } = await frameInOrganization(context, addresses, request, {
        organizationId,
        part: 'sites',
      });
      const tabs = PARTS.map(([part, label]) => ({
        title: label,
        href: addressOf(request, part) + writeAddress(address),
        isCurrent: part === name,
      }));
      return sendFormPage(reply, addresses, {
        title: `${title} of ${nameOf(site.title)}`,
        crumbs: [
          ...crumbs,
          { title: 'Sites', href: addresses.inOrganization(organizationId, 'sites') },
          { title: nameOf(site.title), href: addresses.site(site) },
        ],
        tabs,
        refused,
        render: (context) => html`<h1>${title}</h1>
${renderFilter(addressOf(request, name), address, { structure, part: name })}
${render(context)}
${weekly && renderWeeklyMail(context, weekly)}`,
      });
    }

    for (const [name] of PARTS)
      app.route({
        method: 'GET',
        url: name === '' ? HERE : `${HERE}/${name}`,
        config: { access: 'site:read-insights', readToken },
        schema: { hide: true, params: SiteParams, querystring: InsightsQuery },
        handler: (request, reply) => show(request, reply, name),
      });

    app.route({
      method: 'POST',
      url: `${HERE}/weekly-mail`,
      config: { access: 'site:follow-insights', readToken },
      schema: { hide: true, params: SiteParams, body: FormBody },
      handler: (request, reply) => {
        const isWanted = request.body.subscribed === 'on';
        return handleForm(reply, addresses, {
          form: 'weekly-mail',
          entered: request.body,
          act: async () => {
            const { userId } = grantedUser(request);
            await setWeeklyMail(context, grantedSite(request), { userId, isWanted });
            return { to: addressOf(request, ''), done: isWanted ? 'weekly-on' : 'weekly-off' };
          },
          again: (refused) => show(request, reply, '', refused),
        });
      },
    });

    app.route({
      method: 'POST',
      url: `${HERE}/problems/redirects`,
      config: { access: 'site:edit', readToken },
      schema: { hide: true, params: SiteParams, querystring: InsightsQuery, body: FormBody },
      handler: (request, reply) => {
        const { source = '', destination = '' } = request.body;
        return handleForm(reply, addresses, {
          form: `redirect ${source}`,
          entered: request.body,
          act: async () => {
            await createRedirect({ context, store: parts.store }, grantedSite(request), {
              source,
              destination: readDestination(destination),
            });
            const to = addressOf(request, 'problems') + writeAddress(request.query);
            return { to, done: 'redirect-created' };
          },
          again: (refused) => show(request, reply, 'problems', refused),
        });
      },
    });
  };

/** A path of the site, or an address elsewhere. */
const readDestination = (text: string) => {
  const written = text.trim();
  return written.startsWith('/')
    ? { kind: 'site-path' as const, path: written }
    : { kind: 'external' as const, url: written };
};
