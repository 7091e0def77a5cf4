import { html } from '@lectern/html/html';
import { agents } from '../../../../domains/insights/answers/agents.ts';
import { renderBarChart } from '../../../parts/charts/bar-chart.ts';
import { showNumber } from '../../../parts/charts/numbers.ts';
import { COLUMN, type ReadPart, renderExports, renderFigures, renderTableBeside } from './insights-parts.ts';

const { number, words } = COLUMN;
const nameAgent = (agent: string | null): string =>
  agent === null ? 'People' : agent === 'unknown' ? 'other bots' : agent;

export const readAgentsPart: ReadPart = async (inquiry) => {
  const { parts, question, input } = inquiry;
  const { totals, items } = await agents.read(parts, question, input);
  return () => html`${renderFigures([
    ['Requests of people', totals.people],
    ['Requests of bots and agents', totals.agents],
  ])}
${
  items.length === 0
    ? html`<p>Nothing in this period.</p>`
    : html`${renderBarChart({
        id: 'agents',
        title: 'Requests by reader',
        description: `People made ${showNumber(totals.people)} requests, bots and agents ${showNumber(totals.agents)}.`,
        bars: items.map(({ agent, requests }) => ({ label: nameAgent(agent), value: requests })),
      })}
${renderTableBeside(
  'Requests by reader',
  [
    words('Reader'),
    number('Requests'),
    number('Page views'),
    number('Markdown'),
    number('llms.txt'),
    number('MCP'),
  ],
  items.map((item) => [
    nameAgent(item.agent),
    item.requests,
    item.pageViews,
    item.markdownRequests,
    item.llmsRequests,
    item.mcpRequests,
  ]),
)}`
}
${renderExports(inquiry, agents)}`;
};
